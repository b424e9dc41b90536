import { LeadList } from '@/features/admin/lessons/leads';

export default function AdminLeadsPage() {
  return <LeadList />;
}
