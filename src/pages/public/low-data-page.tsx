import { DataUseCard, KeptNote } from '@/features/low-data/components/data-use-card';
import { LowDataChoiceField } from '@/features/low-data/components/low-data';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

export default function LowDataPage() {
  return (
    <Page narrow>
      <PageHeading>Economia de dados</PageHeading>
      <p>O Danceflix pode gastar menos do seu plano. A escolha vale para este aparelho, com ou sem conta.</p>
      <LowDataChoiceField />
      <DataUseCard />
      <KeptNote />
    </Page>
  );
}
