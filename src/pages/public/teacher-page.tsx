import { useParams } from 'react-router-dom';
import { ReceivedEvaluations } from '@/features/evaluations/components/received-evaluations';
import { TeacherView } from '@/features/teachers/components/teacher-view';

export default function TeacherPage() {
  const { slugOrId = '' } = useParams();
  return (
    <TeacherView
      slugOrId={slugOrId}
      evaluationsOf={({ id, ratingCount, ratingAverage }) => (
        <ReceivedEvaluations personId={id} count={ratingCount} average={ratingAverage} />
      )}
    />
  );
}
