import { useParams } from 'react-router-dom';
import { TeacherDetail } from '@/features/admin/people/teacher-detail';

export default function AdminTeacherPage() {
  const { id = '' } = useParams();
  return <TeacherDetail key={id} id={id} />;
}
