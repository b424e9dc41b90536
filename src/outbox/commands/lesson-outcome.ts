import { tellOutcome } from '@/db/lessons/lesson-rules';
import { LESSON_OUTCOMES, type LessonOutcome, type LessonRow } from '@/db/rows/lesson-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { GONE, lessonCaughtUp, lessonEditPath, lessonParents, namedShape, ruled } from './lesson-parts';

const schema = (z: Shapes) => z.object({ ...namedShape(z), outcome: z.oneOf(LESSON_OUTCOMES) });

export type LessonTold = PayloadIn<typeof schema>;

const WORDS: Record<LessonOutcome, string> = {
  held: 'A aula aconteceu',
  student_missed: 'O aluno faltou',
  teacher_missed: 'O professor faltou',
};

export const lessonOutcome = {
  kind: 'lesson.outcome' as const,
  version: 1,
  schema,
  table: 'lessons',
  procedure: 'tell_lesson_outcome',
  args: ({ id, payload, base }) => ({
    command_id: id,
    change: { id: payload.lessonId, outcome: payload.outcome },
    base_version: base,
  }),
  label: 'Como foi a aula',
  summary: ({ outcome }) => WORDS[outcome],
  creates: false,
  parents: lessonParents,
  apply: <R extends LessonRow>(row: R, command: Command<LessonTold>): R =>
    ruled(row, { ...command, payload: { ...command.payload, scope: 'one' } }, (one, now) =>
      tellOutcome(one, one.side, command.payload.outcome, now),
    ),
  comesWith: 'own',
  collection: 'lessons',
  caughtUp: lessonCaughtUp,
  refusals: {
    ...GONE,
    lesson_over: 'Esta aula já tinha terminado ou sido cancelada. O que vale está na página dela.',
    lesson_not_confirmed: 'Esta aula nunca foi confirmada.',
    too_late: 'Passaram mais de 30 dias desta aula.',
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
  },
  final: ['lesson_unknown', 'request_unknown', 'lesson_over', 'lesson_not_confirmed', 'too_late'],
  editPath: lessonEditPath,
} satisfies Kind<LessonTold>;
