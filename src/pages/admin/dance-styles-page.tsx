import { NameList } from '@/features/admin/content/names';

export default function AdminDanceStylesPage() {
  return <NameList kind="dance_styles" />;
}
