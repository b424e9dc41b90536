import { Dashboard } from '@/features/admin/dashboard/dashboard';

export default function AdminHomePage() {
  return <Dashboard />;
}
