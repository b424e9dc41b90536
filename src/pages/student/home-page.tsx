import { StudentHome } from '@/features/account/own/student-home';
import { PendingEvaluations } from '@/features/evaluations/components/pending-evaluations';
import { WaitingCard } from '@/features/lessons/components/waiting-card';
import { Page } from '@/ui/page';

export default function StudentHomePage() {
  return (
    <Page>
      <StudentHome requests={<WaitingCard side="student" />} />
      <PendingEvaluations area="student" />
    </Page>
  );
}
