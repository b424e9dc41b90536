import { StudentList } from '@/features/admin/people/students';

export default function AdminStudentListPage() {
  return <StudentList />;
}
