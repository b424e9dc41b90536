import { StudentHome } from '@/features/account/own/student-home';
import { PendingEvaluations } from '@/features/evaluations/components/pending-evaluations';
import { WaitingCard } from '@/features/lessons/components/waiting-card';
import { Portrait } from '@/features/teachers/components/portrait';
import { Page } from '@/ui/page';

const BOX = { width: 56, height: 56 };

export default function StudentHomePage() {
  return (
    <Page>
      <StudentHome requests={<WaitingCard side="student" />} />
      <PendingEvaluations area="student" portrait={(person) => <Portrait {...person} box={BOX} />} />
    </Page>
  );
}
