import { Mural } from '@/features/community/components/mural';
import { ReportButton } from '@/features/reports/components/report-button';
import { Portrait } from '@/features/teachers/cards/portrait';
import { Page } from '@/ui/page';

const BOX = { width: 44, height: 44 };

export default function MuralPage() {
  return (
    <Page narrow>
      <Mural
        portrait={(person) => <Portrait {...person} box={BOX} />}
        actions={(post) => <ReportButton what="post" targetId={post.id} level={2} />}
      />
    </Page>
  );
}
