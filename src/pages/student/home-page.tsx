import { StudentHome } from '@/features/account/own/student-home';
import { PendingEvaluations } from '@/features/evaluations/components/pending-evaluations';
import { NextLessons } from '@/features/lessons/components/next-lessons';
import { NextRequests } from '@/features/lessons/components/next-requests';
import type { Face } from '@/features/lessons/components/request-card';
import { Portrait } from '@/features/teachers/cards/portrait';
import { later } from '@/ui/later';
import { Page } from '@/ui/page';
import { useNow } from '@/ui/use-now';

const TalkQuestion = later(() => import('@/features/teachers/profile/talk-question'));

const BOX = { width: 56, height: 56 };
const face: Face = (person) => <Portrait {...person} box={BOX} />;

export default function StudentHomePage() {
  const now = useNow();
  return (
    <Page>
      <StudentHome
        requests={
          <>
            <TalkQuestion />
            <NextLessons side="student" now={now} />
            <NextRequests side="student" portrait={face} now={now} />
            <PendingEvaluations area="student" portrait={face} />
          </>
        }
      />
    </Page>
  );
}
