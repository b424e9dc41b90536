import { confirmTerms } from '@/db/lessons/lesson-rules';
import type { LessonRow } from '@/db/rows/lesson-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import {
  CHANGED,
  GONE,
  lessonCaughtUp,
  lessonEditPath,
  lessonParents,
  PASSED,
  ruled,
  STARTED,
  scopedShape,
  UNCHECKED,
} from './lesson-parts';

const schema = (z: Shapes) => z.object({ ...scopedShape(z), proposalId: z.string() });

export type LessonConfirm = PayloadIn<typeof schema>;

export const lessonConfirm = {
  kind: 'lesson.confirm' as const,
  version: 1,
  schema,
  table: 'lessons',
  procedure: 'confirm_lesson',
  args: ({ id, payload, base }) => ({
    command_id: id,
    change: { id: payload.lessonId, scope: payload.scope, proposal_id: payload.proposalId },
    base_version: base,
  }),
  label: 'Confirmação de aula',
  summary: ({ scope }) => (scope === 'following' ? 'Esta e as próximas' : null),
  creates: false,
  parents: lessonParents,
  apply: <R extends LessonRow>(row: R, command: Command<LessonConfirm>): R =>
    ruled(row, command, (one, now) => confirmTerms(one, one.side, command.payload.proposalId, now)),
  comesWith: 'own',
  collection: 'lessons',
  caughtUp: lessonCaughtUp,
  refusals: {
    ...GONE,
    lesson_started: STARTED,
    start_passed: PASSED,
    proposal_changed: CHANGED,
    background_unchecked: UNCHECKED,
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
  },
  final: [
    'lesson_unknown',
    'request_unknown',
    'lesson_over',
    'lesson_started',
    'start_passed',
    'proposal_changed',
  ],
  editPath: lessonEditPath,
} satisfies Kind<LessonConfirm>;
