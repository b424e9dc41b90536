import { Investors } from '@/features/admin/programmes/investors';

export default function AdminInvestorsPage() {
  return <Investors />;
}
