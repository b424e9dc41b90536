import { Navigate } from 'react-router-dom';

export default function TeacherIndexPage() {
  return <Navigate to="/teacher/home" replace />;
}
