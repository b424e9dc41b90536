import { TeacherHome } from '@/features/account/own/teacher-home';
import { teacherPath } from '@/features/teachers/components/teacher-path';
import { Page } from '@/ui/page';

export default function TeacherHomePage() {
  return (
    <Page>
      <TeacherHome pageOf={teacherPath} />
    </Page>
  );
}
