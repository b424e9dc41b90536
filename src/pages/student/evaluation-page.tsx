import { useParams } from 'react-router-dom';
import { EvaluationView } from '@/features/evaluations/components/evaluation-view';
import { ReportButton } from '@/features/reports/components/report-button';
import { Page } from '@/ui/page';
import { ShareTeacher } from './share-teacher';

export default function StudentEvaluationPage() {
  const { requestId = '' } = useParams();
  return (
    <Page narrow>
      <EvaluationView
        key={requestId}
        requestId={requestId}
        area="student"
        replyActionOf={(publicId) => <ReportButton what="reply" targetId={publicId} />}
        shareOf={(id) => <ShareTeacher id={id} />}
      />
    </Page>
  );
}
