import { Mural } from '@/features/community/components/mural';
import { Portrait } from '@/features/teachers/components/portrait';
import { Page } from '@/ui/page';

const BOX = { width: 44, height: 44 };

export default function MuralPage() {
  return (
    <Page narrow>
      <Mural portrait={(person) => <Portrait {...person} box={BOX} />} />
    </Page>
  );
}
