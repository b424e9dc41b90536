import { StudentHome } from '@/features/account/own/student-home';
import { Page } from '@/ui/page';

export default function StudentHomePage() {
  return (
    <Page>
      <StudentHome />
    </Page>
  );
}
