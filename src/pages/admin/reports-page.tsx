import { ReportList } from '@/features/admin/reports/report-list';

export default function AdminReportsPage() {
  return <ReportList />;
}
