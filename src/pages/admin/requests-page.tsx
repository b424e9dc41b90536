import { RequestList } from '@/features/admin/lessons/requests';

export default function AdminRequestsPage() {
  return <RequestList />;
}
