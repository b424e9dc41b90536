import { SupporterList } from '@/features/admin/programmes/supporter-list';

export default function AdminSupportersPage() {
  return <SupporterList />;
}
