import { Navigate, useLocation } from 'react-router-dom';

export default function StudentSearchPage() {
  const { search } = useLocation();
  return <Navigate to={`/search${search}`} replace />;
}
