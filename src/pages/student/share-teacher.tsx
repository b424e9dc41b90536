import { WhatsappShare } from '@/features/share/components/whatsapp-share';
import { recommendation } from '@/features/share/messages';
import { teacherPath } from '@/features/teachers/cards/teacher-path';
import { useTeacher } from '@/features/teachers/teacher-query';
import { siteAddress } from '@/lib/site';

/** Shares the page of a teacher whom the student liked. Renders nothing while the page is not public. */
export function ShareTeacher({ id }: { id: string }) {
  const teacher = useTeacher(id).data?.teacher;
  if (!teacher) return null;
  return <WhatsappShare text={recommendation(teacher.name)} url={siteAddress(teacherPath(teacher))} />;
}
