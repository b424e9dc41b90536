import { FollowedReports } from '@/features/reports/components/followed-reports';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

export default function ReportsPage() {
  return (
    <Page narrow>
      <PageHeading>Acompanhar denúncia</PageHeading>
      <p>
        Quem denuncia sem conta recebe um código. Só a nossa equipe lê as denúncias. Em perigo, ligue 190;
        violência contra a mulher, 180; crianças e adolescentes, 100.
      </p>
      <FollowedReports />
    </Page>
  );
}
