import { callOff } from '@/db/lessons/lesson-rules';
import type { LessonRow } from '@/db/rows/lesson-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import {
  GONE,
  lessonCaughtUp,
  lessonEditPath,
  lessonParents,
  ruled,
  STARTED,
  scopedShape,
} from './lesson-parts';

const schema = (z: Shapes) => z.object(scopedShape(z));

export type LessonCallOff = PayloadIn<typeof schema>;

export const lessonCallOff = {
  kind: 'lesson.call_off' as const,
  version: 1,
  schema,
  table: 'lessons',
  procedure: 'call_off_lesson',
  args: ({ id, payload, base }) => ({
    command_id: id,
    change: { id: payload.lessonId, scope: payload.scope },
    base_version: base,
  }),
  label: 'Cancelamento de aula',
  summary: ({ scope }) => (scope === 'following' ? 'Esta e as próximas' : null),
  creates: false,
  parents: lessonParents,
  apply: <R extends LessonRow>(row: R, command: Command<LessonCallOff>): R =>
    ruled(row, command, (one, now) => callOff(one, one.side, now)),
  comesWith: 'own',
  collection: 'lessons',
  caughtUp: lessonCaughtUp,
  refusals: {
    ...GONE,
    lesson_started: STARTED,
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
  },
  final: ['lesson_unknown', 'request_unknown', 'lesson_over', 'lesson_started'],
  editPath: lessonEditPath,
} satisfies Kind<LessonCallOff>;
