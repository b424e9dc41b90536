import { AuditList } from '@/features/admin/reports/audit-list';

export default function AdminAuditPage() {
  return <AuditList />;
}
