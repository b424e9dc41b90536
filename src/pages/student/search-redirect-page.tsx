import { useLocation } from 'react-router-dom';
import { Navigate } from '@/ui/link';

export default function StudentSearchPage() {
  const { search } = useLocation();
  return <Navigate to={{ pathname: '/search', search }} replace />;
}
