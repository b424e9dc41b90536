import { checkOf } from '@/db/rows/checks';
import requests from '@/features/lessons/components/requests.module.css';
import { useTeacher } from '@/features/teachers/teacher-query';
import { firstName } from '@/lib/text';

/** Tells a guardian that the check of the teacher's background has ended since the request was accepted. `now`: milliseconds since 1970. */
export function BackgroundNote({ id, now }: { id: string; now: number }) {
  const teacher = useTeacher(id).data?.teacher;
  if (!teacher || checkOf(teacher.checks, 'background', now)) return null;
  return (
    <p className={requests.note} data-tone="refused" role="alert">
      A conferência dos antecedentes de {firstName(teacher.name)} venceu. Outras aulas só podem ser marcadas
      ou confirmadas depois de uma nova.
    </p>
  );
}
