import { Navigate } from 'react-router-dom';

export default function StudentIndexPage() {
  return <Navigate to="/student/home" replace />;
}
