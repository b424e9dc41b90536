import { useParams } from 'react-router-dom';
import { TeacherView } from '@/features/teachers/components/teacher-view';

export default function TeacherPage() {
  const { slugOrId = '' } = useParams();
  return <TeacherView slugOrId={slugOrId} />;
}
