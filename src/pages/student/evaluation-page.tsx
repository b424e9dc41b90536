import { useParams } from 'react-router-dom';
import { EvaluationView } from '@/features/evaluations/components/evaluation-view';
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
        shareOf={(id) => <ShareTeacher id={id} />}
      />
    </Page>
  );
}
