import { Navigate } from '@/ui/link';

export default function TeacherIndexPage() {
  return <Navigate to="/teacher/home" replace />;
}
