/**
 * Lessons: what two people agree on under an accepted request. This is the contract between the database
 * (…_lessons.sql), the phone and the screens.
 *
 * TABLES. `lessons` has one row per lesson, `lesson_proposals` at most one open proposal per lesson and side,
 * `payment_keys` a teacher's Pix key. Nobody but the two sides of the request receives a lesson, and no role of the API
 * reads the tables: phones get `LessonRow` by `pull_lessons` and `PaymentKeyRow` by `pull_payment_keys`. Both
 * collections are in `collections.ts`, so rows are in `PrivateRows.lessons` and `PrivateRows.paymentKeys`.
 *
 * TIME. A lesson happens at a wall time in an IANA zone; the instant follows from the two (`lib/wall-time.ts`, the same
 * rule on both sides), so that weekday and 18:30 survive phones in other zones and changes of daylight saving. Whether a
 * time has passed is decided by the server's clock only.
 *
 * STATES. `proposed` until somebody confirms the other's proposal, then `confirmed`; at its end `held` or `missed` (both
 * said the same, or one did and the other said nothing for seven days after the start), or `called_off`. A confirmed
 * lesson keeps its agreed terms while a change of them is proposed.
 *
 * PROPOSALS AND CONFLICTS. No time, place or price ever changes by one person alone: a change is a proposal, and it
 * counts when the other side confirms exactly that proposal, by its id. Each side has one open proposal, its latest. Two
 * that cross are both kept and both shown, in the order in which the server received them. Confirming one ends both. A
 * confirmation of a proposal that was replaced or withdrawn meanwhile is refused with `proposal_changed`. Calling off
 * needs no consent and ends a lesson for good; what arrives for an ended lesson is refused with `lesson_over`. `base` is
 * the row's version that the person saw; an answer has `merged: true` when the row had changed since. Writes that cross
 * end in the same lesson in both orders (`lesson-crossings.ts`).
 *
 * ONE LESSON AT A TIME (`lesson-times.ts`). No time is proposed or confirmed that overlaps another lesson of the same two
 * people, proposed or confirmed (`lesson_doubled`), and none is confirmed where one of the two has another lesson confirmed,
 * with whomever (`time_taken`, whose DETAIL is 'own' or 'other', never a name). A proposal is refused as a whole; of a
 * confirmation with the scope `following` the lessons at whose time there is another one stay open.
 *
 * WHO HAS TO ACT (`lesson-rules.ts`, `toAct`). With open proposals: the side that did not make the latest one. After the
 * end of a confirmed lesson: each side that has not said yet whether it happened. Otherwise neither.
 *
 * OUTCOMES. From the start on each side says `student_missed` or `teacher_missed`, from the end on `held` too, and may
 * change it until both agree or 30 days have passed. Both are shown to both. While they contradict each other the lesson stays
 * `confirmed`, counts for nobody and is shown as contradictory (`areContradictory`).
 *
 * SERIES. A series is up to 52 weekly lessons, proposed by one command. The id of each follows from the series' id and its
 * place in it (`lessonIdOf`), so that both phones and the server know it at once. Every lesson is a row of its own: an
 * exception is a row with other terms or called off. 'Esta e as próximas' (`following`) means the named lesson and all
 * later ones of the series that have not ended or begun. `series_index` counts from 0 and never changes.
 *
 * COMMANDS (`outbox/commands/lesson-*.ts`, `payment-key-set.ts`; entity: `lessons` with the series' id, else the
 * lesson's, see `lessonEntity`). Payloads of all but the first name the lesson as `{ lessonId, requestId, seriesId, index }`
 * (`namedLesson`). Hints beside invalid_value and profile_missing:
 *
 * | kind            | payload                                                     | hints                                 |
 * |-----------------|-------------------------------------------------------------|---------------------------------------|
 * | lesson.propose  | id (of the series when weeks > 1), requestId, side, terms,  | request_unknown, request_not_accepted,|
 * |                 | weeks 1–52, skipped (places left out, from 1)               | start_passed, lesson_exists,          |
 * |                 |                                                             | too_many_lessons, lesson_doubled      |
 * | lesson.move     | scope, terms: a counter-proposal, or the change of a        | lesson_unknown, lesson_over,          |
 * |                 | confirmed lesson                                            | lesson_started, start_passed,         |
 * |                 |                                                             | lesson_doubled                        |
 * | lesson.confirm  | scope, proposalId: the other side's                         | the same, proposal_changed, time_taken|
 * | lesson.withdraw | scope, proposalId: the own; the only one of a lesson that   | lesson_unknown, lesson_over,          |
 * |                 | was never confirmed calls it off                            | proposal_changed                      |
 * | lesson.call_off | scope                                                       | lesson_unknown, lesson_over,          |
 * |                 |                                                             | lesson_started                        |
 * | lesson.outcome  | outcome                                                     | lesson_unknown, lesson_over,          |
 * |                 |                                                             | lesson_not_confirmed,                 |
 * |                 |                                                             | lesson_not_started, lesson_not_ended, |
 * |                 |                                                             | too_late                              |
 * | payment_key.set | pixKey, pixName; both null: removes it                      | not_a_teacher                         |
 *
 * A proposal's id is the id of the command that made it. All lesson commands answer `{ version, lesson_ids, merged }`.
 *
 * WHAT IS HIDDEN. Place and price are sent only while the request is 'Aceito': after a cancellation, block or removal
 * both sides keep dates, states and outcomes. Ending a request calls off what has not begun. A student receives the
 * teacher's Pix key from the first confirmed lesson on, as long as a request between the two is 'Aceito' and neither
 * has blocked the other.
 *
 * REMINDERS come 24 and 2 hours before a confirmed lesson, by inbox and push, to both. In the lesson's zone none comes
 * between 22:00 and 8:00: it comes at 21:30 before that night. A lesson that moves or is called off takes its reminder
 * out of the inbox.
 *
 * ADDRESSES. Notices and reminders open the page of the request at the lesson: '/student/requests/…#aula-…' with its id.
 */

export type RequestSide = 'student' | 'teacher';

export const LESSON_STATUSES = ['proposed', 'confirmed', 'held', 'missed', 'called_off'] as const;
export type LessonStatus = (typeof LESSON_STATUSES)[number];

export const LESSON_OUTCOMES = ['held', 'student_missed', 'teacher_missed'] as const;
export type LessonOutcome = (typeof LESSON_OUTCOMES)[number];

/** 'one': this lesson. 'following': this one and all later ones of its series. */
export const LESSON_SCOPES = ['one', 'following'] as const;
export type LessonScope = (typeof LESSON_SCOPES)[number];

/** Bounds that the database holds too. */
export const LESSON_LIMITS = {
  minutes: { least: 15, most: 480 },
  place: 200,
  /** R$ 10.000,00 */
  priceCents: 1_000_000,
  weeks: 52,
  /** A start lies at most so many days ahead. */
  daysAhead: 730,
  /** Open lessons of one request. */
  open: 120,
  /** Days after the start until which an outcome can be said, and until one that stands alone counts. */
  outcomeDays: 30,
  aloneDays: 7,
  pixKey: 77,
  pixName: 25,
} as const;

/** The time, place and price that a proposal names. */
export interface LessonTerms {
  /** The wall time in `zone`, 'YYYY-MM-DDTHH:MM'. */
  starts_local: string;
  /** IANA name, such as 'America/Sao_Paulo'. */
  zone: string;
  minutes: number;
  place: string | null;
  /** In centavos; null: nothing agreed. */
  price_cents: number | null;
}

export interface TimedTerms extends LessonTerms {
  /** The instant, ISO 8601. */
  starts_at: string;
}

export interface LessonProposal extends TimedTerms {
  id: string;
  proposed_at: string;
}

/** A lesson as one of its two sides sees it. */
export interface LessonRow {
  id: string;
  request_id: string;
  /** The side of the person whose row this is. */
  side: RequestSide;
  series_id: string | null;
  /** Place in the series, from 0; null outside of a series. */
  series_index: number | null;
  status: LessonStatus;
  /** Null until the first confirmation. */
  agreed: TimedTerms | null;
  student_proposal: LessonProposal | null;
  teacher_proposal: LessonProposal | null;
  /** The side whose open proposal reached the server last; null without open proposals. */
  proposed_last: RequestSide | null;
  student_outcome: LessonOutcome | null;
  teacher_outcome: LessonOutcome | null;
  /** Null in a called off lesson: an account was removed. 'both': neither had seen the other's. */
  called_off_by: RequestSide | 'both' | null;
  /** With `called_off_by` only, and not for a write that has not arrived. */
  called_off_at: string | null;
  created_at: string;
}

/** The Pix key of a teacher (`id`): their own, or of a teacher with whom the person has had a lesson confirmed. */
export interface PaymentKeyRow {
  id: string;
  pix_key: string;
  /** The payee's name as the bank shows it, without accents, to 25 characters. */
  pix_name: string;
}

/** The id of a lesson of a series. */
export function lessonIdOf(seriesId: string, index: number): string {
  return `${seriesId.slice(0, -2)}${index.toString(16).padStart(2, '0')}`;
}

/** The id of the entity of all commands on a lesson: a series' go in order, since one may be about several lessons. */
export function lessonEntity({ id, series_id }: Pick<LessonRow, 'id' | 'series_id'>): string {
  return series_id ?? id;
}

/** A lesson as commands name it. */
export interface NamedLesson {
  lessonId: string;
  requestId: string;
  seriesId: string | null;
  index: number | null;
}

export function namedLesson(
  row: Pick<LessonRow, 'id' | 'request_id' | 'series_id' | 'series_index'>,
): NamedLesson {
  return { lessonId: row.id, requestId: row.request_id, seriesId: row.series_id, index: row.series_index };
}
