import { BlockButton } from '@/features/blocks/components/block-button';
import { Partners } from '@/features/events/components/partners';
import { ReportButton } from '@/features/reports/components/report-button';
import { Page } from '@/ui/page';

export default function PartnersPage() {
  return (
    <Page narrow>
      <Partners
        actions={({ id, name }) => (
          <>
            <ReportButton what="profile" targetId={id} />
            <BlockButton id={id} name={name} effect="Vocês não veem mais os pedidos de par um do outro." />
          </>
        )}
      />
    </Page>
  );
}
