import { RequestList } from '@/features/lessons/components/request-list';
import { Portrait } from '@/features/teachers/cards/portrait';
import { Page } from '@/ui/page';

const BOX = { width: 56, height: 56 };

export default function TeacherRequestsPage() {
  return (
    <Page>
      <RequestList side="teacher" portrait={(person) => <Portrait {...person} box={BOX} />} />
    </Page>
  );
}
