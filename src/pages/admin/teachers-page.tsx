import { TeacherList } from '@/features/admin/people/teacher-list';

export default function AdminTeachersPage() {
  return <TeacherList />;
}
