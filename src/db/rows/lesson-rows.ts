/** Requests, lessons and evaluations as one side of them receives them, each with its check. */
import type { LessonProposal, LessonRow, PaymentKeyRow, RequestSide, TimedTerms } from './lesson-fields';
import { checks, type Fields, isCount, isFlag, isText, isTextOrNull } from './row-check';
import { hasWish, type WishColumns } from './wish-fields';

export type RequestStatus = 'Pendente' | 'Aceito' | 'Recusado' | 'Cancelado';

/** A lesson request as one of its two sides sees it. */
export interface LessonRequestRow extends WishColumns {
  id: string;
  /** The side of the person whose row this is. */
  side: RequestSide;
  student_id: string;
  teacher_id: string;
  dance_style_id: string;
  status: RequestStatus;
  /** The reason of a decline or cancellation. */
  reason: string | null;
  request_date: string;
  answered_at: string | null;
  cancelled_at: string | null;
  /** Null in a cancelled request: the account was deleted. */
  cancelled_by: RequestSide | null;
  /** Set when lessons that can no longer be undone have ended: the status stays 'Aceito'. */
  ended_at: string | null;
  ended_by: RequestSide | null;
  /** The first request of its wish, for the student; null in a first one. */
  wish_id: string | null;
  /** When the teacher was reminded. */
  nudged_at: string | null;
  /** When the student was told that the time to answer had passed; for the student. */
  unanswered_at: string | null;
  /** Cancelled because another teacher of the wish accepted. */
  is_withdrawn: boolean;
  /** Null when the other side's account is gone. */
  other_name: string | null;
  other_image_url: string | null;
  /** Only while the request is 'Aceito'. */
  other_whatsapp: string | null;
  other_email: string | null;
  /** With an open request on its teacher's phone, as of the row's last change. */
  student_facts: StudentFacts | null;
}

/** Facts about a student for the teacher who was asked; see app.student_facts. */
export interface StudentFacts {
  /** 'YYYY-MM'. */
  member_since: string;
  lessons_held: number;
  /** With how many teachers. */
  teachers: number;
  /** Missed by the student. */
  lessons_missed: number;
  /** Both null below three evaluations. */
  rating_average: number | null;
  rating_count: number | null;
  /** Of the public page; null without one. */
  slug: string | null;
}

const isStudentFacts = (value: unknown) => {
  const facts = (value ?? {}) as Fields;
  return (
    value === null ||
    value === undefined ||
    (isText(facts.member_since) &&
      isCount(facts.lessons_held) &&
      isCount(facts.teachers) &&
      isCount(facts.lessons_missed) &&
      [facts.rating_average, facts.rating_count].every((one) => one === null || isCount(one)) &&
      isTextOrNull(facts.slug))
  );
};

export const isLessonRequest = checks<LessonRequestRow>(
  (row) =>
    isText(row.id) &&
    (row.side === 'student' || row.side === 'teacher') &&
    isText(row.student_id) &&
    isText(row.teacher_id) &&
    isText(row.dance_style_id) &&
    isText(row.status) &&
    hasWish(row) &&
    isText(row.request_date) &&
    isTextOrNull(row.other_name) &&
    isTextOrNull(row.other_whatsapp) &&
    isTextOrNull(row.other_email) &&
    isStudentFacts(row.student_facts),
);

const isTerms = (value: unknown): value is TimedTerms => {
  const { starts_local, zone, starts_at, minutes, place } = (value ?? {}) as Fields;
  return isText(starts_local) && isText(zone) && isText(starts_at) && isCount(minutes) && isTextOrNull(place);
};
const isProposalOrNull = (value: unknown): value is LessonProposal | null =>
  value === null || (isTerms(value) && isText((value as unknown as Fields).id));

export const isLesson = checks<LessonRow>(
  (row) =>
    isText(row.id) &&
    isText(row.request_id) &&
    (row.side === 'student' || row.side === 'teacher') &&
    isTextOrNull(row.series_id) &&
    isText(row.status) &&
    (row.agreed === null || isTerms(row.agreed)) &&
    isProposalOrNull(row.student_proposal) &&
    isProposalOrNull(row.teacher_proposal) &&
    isTextOrNull(row.proposed_last) &&
    isTextOrNull(row.student_outcome) &&
    isTextOrNull(row.teacher_outcome),
);

export const isPaymentKey = checks<PaymentKeyRow>(
  (row) => isText(row.id) && isText(row.pix_key) && isText(row.pix_name),
);

/** An evaluation that the person wrote. */
export interface EvaluationRow {
  id: string;
  lesson_request_id: string;
  evaluated_id: string;
  rating: number;
  comment: string | null;
  is_anonymous: boolean;
  created_at: string;
  updated_at: string;
  /** The evaluated person's reply, and the public id by which it is reported. */
  reply: string | null;
  reply_id: string | null;
  /** The stars with which others first read it; null before. */
  first_rating: number | null;
}

export const isEvaluation = checks<EvaluationRow>(
  (row) =>
    isText(row.id) &&
    isText(row.lesson_request_id) &&
    isText(row.evaluated_id) &&
    isCount(row.rating) &&
    isTextOrNull(row.comment) &&
    isFlag(row.is_anonymous) &&
    isTextOrNull(row.reply) &&
    isTextOrNull(row.reply_id) &&
    ((row.first_rating ?? null) === null || isCount(row.first_rating)),
);
