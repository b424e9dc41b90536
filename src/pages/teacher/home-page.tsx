import { TeacherHome } from '@/features/account/own/teacher-home';
import { OwnReceived } from '@/features/evaluations/components/own-received';
import { OwnStatistics } from '@/features/evaluations/components/own-statistics';
import { PendingEvaluations } from '@/features/evaluations/components/pending-evaluations';
import { useOwnReceived } from '@/features/evaluations/use-own-received';
import { NextLessons } from '@/features/lessons/components/next-lessons';
import { NextRequests } from '@/features/lessons/components/next-requests';
import type { Face } from '@/features/lessons/components/request-card';
import { WhatsappShare } from '@/features/share/components/whatsapp-share';
import { OWN_PAGE } from '@/features/share/messages';
import { Portrait } from '@/features/teachers/cards/portrait';
import { teacherPath } from '@/features/teachers/cards/teacher-path';
import { RatingSummary } from '@/features/teachers/profile/rating-summary';
import { siteAddress } from '@/lib/site';
import { later } from '@/ui/later';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { useNow } from '@/ui/use-now';
import { OwnNumbers } from './own-numbers';

const TeacherDemand = later(() => import('@/features/alerts/components/teacher-demand'));
const BeforeApproval = later(() => import('./before-approval'));
const OwnLinkPicture = later(() => import('./own-link-picture'));

const BOX = { width: 56, height: 56 };
const face: Face = (person) => <Portrait {...person} box={BOX} />;

function Share({ address, place }: { address: string; place: 'joy' | 'card' }) {
  return (
    <>
      <WhatsappShare text={OWN_PAGE} url={address} variant={place === 'joy' ? 'white' : 'filled'} />
      <LinkButton to="/teacher/profile?ver=divulgar" variant={place === 'joy' ? 'white' : 'outline'}>
        Divulgar
      </LinkButton>
    </>
  );
}

export default function TeacherHomePage() {
  const now = useNow();
  const received = useOwnReceived();
  return (
    <Page>
      <TeacherHome
        pageOf={teacherPath}
        waiting={<BeforeApproval />}
        shareOf={(teacher, place) => <Share address={siteAddress(teacherPath(teacher))} place={place} />}
        requests={
          <>
            <NextLessons side="teacher" now={now} />
            <NextRequests side="teacher" portrait={face} now={now} />
            <PendingEvaluations area="teacher" portrait={face} />
          </>
        }
      />
      <OwnLinkPicture />
      <OwnNumbers />
      <TeacherDemand />
      <OwnStatistics summary={(statistics) => <RatingSummary {...statistics} />}>
        <OwnReceived {...received} empty={null} />
      </OwnStatistics>
    </Page>
  );
}
