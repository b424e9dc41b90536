import { proposeTerms, timed } from '@/db/lessons/lesson-rules';
import type { LessonRow } from '@/db/rows/lesson-fields';
import { spokenStart } from '@/db/words/lesson-words';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import {
  GONE,
  lessonCaughtUp,
  lessonEditPath,
  lessonParents,
  PASSED,
  ruled,
  STARTED,
  scopedShape,
  TERMS_REFUSED,
  termsShape,
  UNCHECKED,
} from './lesson-parts';

const schema = (z: Shapes) => z.object({ ...scopedShape(z), terms: termsShape(z) });

export type LessonMove = PayloadIn<typeof schema>;

export const lessonMove = {
  kind: 'lesson.move' as const,
  version: 1,
  schema,
  table: 'lessons',
  procedure: 'move_lesson',
  args: ({ id, payload, base }) => ({
    command_id: id,
    change: { id: payload.lessonId, scope: payload.scope, terms: payload.terms },
    base_version: base,
  }),
  label: 'Proposta de outro horário',
  summary: ({ terms, scope }) =>
    `${scope === 'following' ? 'Esta e as próximas: ' : ''}${spokenStart(terms.starts_local)}`,
  creates: false,
  parents: lessonParents,
  apply: <R extends LessonRow>(row: R, command: Command<LessonMove>): R =>
    ruled(row, command, (one, now) => {
      const { terms, index } = command.payload;
      const weeks = one.series_index === null || index === null ? 0 : one.series_index - index;
      const proposed_at = new Date(command.createdAt).toISOString();
      return proposeTerms(one, one.side, { ...timed(terms, weeks), id: command.id, proposed_at }, now);
    }),
  comesWith: 'own',
  collection: 'lessons',
  caughtUp: lessonCaughtUp,
  refusals: {
    ...GONE,
    lesson_started: STARTED,
    start_passed: PASSED,
    background_unchecked: UNCHECKED,
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
    invalid_value: TERMS_REFUSED,
  },
  final: [
    'lesson_unknown',
    'request_unknown',
    'lesson_over',
    'lesson_started',
    'start_passed',
    'invalid_value',
  ],
  editPath: lessonEditPath,
} satisfies Kind<LessonMove>;
