import { useParams } from 'react-router-dom';
import { EvaluationSection } from '@/features/evaluations/components/evaluation-section';
import { RequestDetail } from '@/features/lessons/components/request-detail';
import { Portrait } from '@/features/teachers/components/portrait';
import { Page } from '@/ui/page';

const BOX = { width: 72, height: 72 };

export default function StudentRequestPage() {
  const { id = '' } = useParams();
  return (
    <Page narrow>
      <RequestDetail
        key={id}
        id={id}
        side="student"
        portrait={(person) => <Portrait {...person} box={BOX} eager />}
        evaluation={({ id: requestId, other_name, status }) => (
          <EvaluationSection requestId={requestId} name={other_name} status={status} />
        )}
      />
    </Page>
  );
}
