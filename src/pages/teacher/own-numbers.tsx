/** A teacher's own numbers from the phone's rows: lessons held, and students by accepted requests. */
import { useLessons } from '@/features/lessons/lesson-queries';
import { useRequests } from '@/features/lessons/queries';
import { Figures } from '@/features/progress/components/figures';
import { OpenLessonsNote } from '@/features/progress/components/open-lessons-note';
import { openLessons } from '@/features/progress/progress';
import { useNow } from '@/ui/use-now';

export function OwnNumbers() {
  const { status, data } = useLessons();
  const requests = useRequests();
  const now = useNow();
  if (status !== 'ready' || requests.status !== 'ready') return null;
  const own = data.filter(({ side }) => side === 'teacher');
  const held = own.filter((lesson) => lesson.status === 'held').length;
  const accepted = requests.data.filter((one) => one.side === 'teacher' && one.status === 'Aceito');
  const students = new Set(accepted.map((one) => one.student_id)).size;
  const open = openLessons(own, now);
  if (students + own.length === 0) return null;
  return (
    <>
      <Figures
        label="Seus números"
        figures={[
          { label: held === 1 ? 'Aula dada' : 'Aulas dadas', value: String(held) },
          { label: students === 1 ? 'Aluno' : 'Alunos', value: String(students) },
        ]}
      />
      <OpenLessonsNote open={open} area="teacher" />
    </>
  );
}
