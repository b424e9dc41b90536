import { useParams } from 'react-router-dom';
import { EvaluationView } from '@/features/evaluations/components/evaluation-view';
import { Page } from '@/ui/page';

export default function StudentEvaluationPage() {
  const { requestId = '' } = useParams();
  return (
    <Page narrow>
      <EvaluationView key={requestId} requestId={requestId} area="student" />
    </Page>
  );
}
