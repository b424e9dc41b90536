import { MigrateSlugs } from '@/features/admin/tools/migrate-slugs';

export default function AdminMigrateSlugsPage() {
  return <MigrateSlugs />;
}
