import { useParams } from 'react-router-dom';
import { EvaluationView } from '@/features/evaluations/components/evaluation-view';
import { ReportButton } from '@/features/reports/components/report-button';
import { Page } from '@/ui/page';

export default function TeacherEvaluationPage() {
  const { requestId = '' } = useParams();
  return (
    <Page narrow>
      <EvaluationView
        key={requestId}
        requestId={requestId}
        area="teacher"
        replyActionOf={(publicId) => <ReportButton what="reply" targetId={publicId} />}
      />
    </Page>
  );
}
