import type { LessonNotes } from '@/db/rows/notebook-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { GONE, lessonEditPath } from './lesson-parts';
import { notebookCaughtUp } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    lessonId: z.string(),
    requestId: z.string(),
    /** The text that the student read: a homework that changed meanwhile is open. */
    homeworkId: z.string(),
    done: z.boolean(),
  });

export type HomeworkTick = PayloadIn<typeof schema>;

/** The entity's id is the lesson's. */
export const homeworkTick = {
  kind: 'homework.tick' as const,
  version: 1,
  schema,
  table: 'lesson_notes',
  procedure: 'tick_homework',
  args: ({ id, payload }) => ({
    command_id: id,
    tick: { lesson_id: payload.lessonId, homework_id: payload.homeworkId, done: payload.done },
  }),
  label: 'Dever de casa',
  summary: ({ done }) => (done ? 'Marcar como feito' : 'Marcar como não feito'),
  creates: false,
  apply: <N extends LessonNotes>(notes: N, { payload }: Command<HomeworkTick>): N => ({
    ...notes,
    done_id: payload.done ? payload.homeworkId : notes.done_id === payload.homeworkId ? null : notes.done_id,
  }),
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    lesson_unknown: GONE.lesson_unknown,
    not_the_student: 'Só o aluno marca o dever de casa.',
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: 'O dever de casa não foi marcado. Abra a página e marque de novo.',
  },
  final: ['lesson_unknown', 'not_the_student', 'invalid_value'],
  editPath: lessonEditPath,
} satisfies Kind<HomeworkTick>;
