import { TestData } from '@/features/admin/tools/test-data';

export default function AdminTestDataPage() {
  return <TestData />;
}
