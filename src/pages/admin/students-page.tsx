import { StudentRanking } from '@/features/admin/people/students';

export default function AdminStudentsPage() {
  return <StudentRanking />;
}
