import { timed } from '@/db/lessons/lesson-rules';
import { type LessonRow, lessonIdOf } from '@/db/rows/lesson-fields';
import type { Versioned } from '@/db/rows/row-check';
import { spokenStart } from '@/db/words/lesson-words';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import {
  GONE,
  holdsLessons,
  lessonEditPath,
  PASSED,
  TERMS_REFUSED,
  termsShape,
  UNCHECKED,
} from './lesson-parts';

const schema = (z: Shapes) =>
  z.object({
    /** Of the lesson, or of the series when `weeks` is above 1. */
    id: z.string(),
    requestId: z.string(),
    /** The side of the person who proposes. */
    side: z.oneOf(['student', 'teacher']),
    terms: termsShape(z),
    weeks: z.number(),
    /** Places in the series that are left out, from 1. */
    skipped: z.array(z.number()),
  });

export type LessonPropose = PayloadIn<typeof schema>;

function places({ weeks, skipped }: LessonPropose): number[] {
  return Array.from({ length: weeks }, (_, place) => place).filter((place) => !skipped.includes(place));
}

const idAt = ({ id, weeks }: LessonPropose, place: number) => (weeks === 1 ? id : lessonIdOf(id, place));

/** The id of the soonest of the lessons. */
export const firstLessonId = (payload: LessonPropose): string => idAt(payload, places(payload)[0] ?? 0);

/** The entity's id is the payload's. */
export const lessonPropose = {
  kind: 'lesson.propose' as const,
  version: 1,
  schema,
  table: 'lessons',
  procedure: 'propose_lesson',
  args: ({ id, payload }) => ({
    command_id: id,
    lesson: {
      id: payload.id,
      request_id: payload.requestId,
      terms: payload.terms,
      weeks: payload.weeks,
      skipped: payload.skipped,
    },
  }),
  label: 'Proposta de aula',
  summary: (payload) => {
    const count = places(payload).length;
    const start = spokenStart(payload.terms.starts_local);
    return count === 1 ? start : `${count} aulas semanais a partir de ${start}`;
  },
  creates: true,
  /** The acceptance of the request goes first. */
  after: ({ requestId }) => [{ table: 'lesson_requests', id: requestId }],
  /** The lessons as the person who proposes them sees them. */
  apply: (_: null, { id, payload, createdAt }: Command<LessonPropose>): Versioned<LessonRow>[] => {
    const now = new Date(createdAt).toISOString();
    return places(payload).map((place) => {
      const proposal = { ...timed(payload.terms, place), id, proposed_at: now };
      return {
        id: idAt(payload, place),
        version: 0,
        request_id: payload.requestId,
        side: payload.side,
        series_id: payload.weeks === 1 ? null : payload.id,
        series_index: payload.weeks === 1 ? null : place,
        status: 'proposed',
        agreed: null,
        student_proposal: payload.side === 'student' ? proposal : null,
        teacher_proposal: payload.side === 'teacher' ? proposal : null,
        proposed_last: payload.side,
        student_outcome: null,
        teacher_outcome: null,
        called_off_by: null,
        called_off_at: null,
        created_at: now,
      };
    });
  },
  comesWith: 'own',
  collection: 'lessons',
  caughtUp: ({ payload }, ack, held) =>
    holdsLessons(
      places(payload).map((place) => idAt(payload, place)),
      ack,
      held,
    ),
  isHeld: ({ payload }, { lessons }) => lessons?.has(firstLessonId(payload)) ?? false,
  refusals: {
    request_unknown: GONE.request_unknown,
    request_not_accepted: 'Só há aulas em um pedido aceito, e este não está mais aceito.',
    start_passed: PASSED,
    lesson_exists: 'O servidor já conhece outra aula com este número. Proponha de novo.',
    too_many_lessons: 'Há aulas demais em aberto neste pedido. Cancele algumas antes de propor outras.',
    background_unchecked: UNCHECKED,
    profile_missing: 'Seu cadastro ainda não está completo, ou a outra conta foi encerrada.',
    invalid_value: TERMS_REFUSED,
  },
  final: ['request_unknown', 'start_passed', 'lesson_exists', 'invalid_value'],
  editPath: lessonEditPath,
} satisfies Kind<LessonPropose>;
