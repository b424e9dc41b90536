import { withdrawTerms } from '@/db/lessons/lesson-rules';
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
  ruled,
  scopedShape,
} from './lesson-parts';

const schema = (z: Shapes) => z.object({ ...scopedShape(z), proposalId: z.string() });

export type LessonWithdraw = PayloadIn<typeof schema>;

export const lessonWithdraw = {
  kind: 'lesson.withdraw' as const,
  version: 1,
  schema,
  table: 'lessons',
  procedure: 'withdraw_lesson',
  args: ({ id, payload, base }) => ({
    command_id: id,
    change: { id: payload.lessonId, scope: payload.scope, proposal_id: payload.proposalId },
    base_version: base,
  }),
  label: 'Retirada de uma proposta de aula',
  summary: ({ scope }) => (scope === 'following' ? 'Esta e as próximas' : null),
  creates: false,
  parents: lessonParents,
  apply: <R extends LessonRow>(row: R, command: Command<LessonWithdraw>): R =>
    ruled(row, command, (one) => withdrawTerms(one, one.side, command.payload.proposalId)),
  comesWith: 'own',
  collection: 'lessons',
  caughtUp: lessonCaughtUp,
  refusals: {
    ...GONE,
    proposal_changed: CHANGED,
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
  },
  final: ['lesson_unknown', 'request_unknown', 'lesson_over', 'proposal_changed'],
  editPath: lessonEditPath,
} satisfies Kind<LessonWithdraw>;
