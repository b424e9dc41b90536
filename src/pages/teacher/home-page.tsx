import { TeacherHome } from '@/features/account/own/teacher-home';
import { OwnStatistics } from '@/features/evaluations/components/own-statistics';
import { PendingEvaluations } from '@/features/evaluations/components/pending-evaluations';
import { WaitingCard } from '@/features/lessons/components/waiting-card';
import { Portrait } from '@/features/teachers/components/portrait';
import { RatingSummary } from '@/features/teachers/components/rating-summary';
import { teacherPath } from '@/features/teachers/components/teacher-path';
import { Page } from '@/ui/page';

const BOX = { width: 56, height: 56 };

export default function TeacherHomePage() {
  return (
    <Page>
      <TeacherHome pageOf={teacherPath} requests={<WaitingCard side="teacher" />} />
      <PendingEvaluations area="teacher" portrait={(person) => <Portrait {...person} box={BOX} />} />
      <OwnStatistics summary={(statistics) => <RatingSummary {...statistics} />} />
    </Page>
  );
}
