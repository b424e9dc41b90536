import { NameList } from '@/features/admin/content/names';

export default function AdminCitiesPage() {
  return <NameList kind="cities" />;
}
