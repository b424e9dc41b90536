import { Navigate } from '@/ui/link';

export default function StudentIndexPage() {
  return <Navigate to="/student/home" replace />;
}
