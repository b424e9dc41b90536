import { Settings } from '@/features/admin/tools/settings';

export default function AdminSettingsPage() {
  return <Settings />;
}
