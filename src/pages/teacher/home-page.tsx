import { TeacherHome } from '@/features/account/own/teacher-home';
import { PendingEvaluations } from '@/features/evaluations/components/pending-evaluations';
import { WaitingCard } from '@/features/lessons/components/waiting-card';
import { teacherPath } from '@/features/teachers/components/teacher-path';
import { Page } from '@/ui/page';

export default function TeacherHomePage() {
  return (
    <Page>
      <TeacherHome pageOf={teacherPath} requests={<WaitingCard side="teacher" />} />
      <PendingEvaluations area="teacher" />
    </Page>
  );
}
