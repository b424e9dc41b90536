/** Rows as the pull procedures send them and the replica stores them, each with the check for that boundary. */
import type { LessonProposal, LessonRow, PaymentKeyRow, TimedTerms } from './lesson-fields';
import type { NotebookRow } from './notebook-fields';
import type { FieldColumns, FieldName, ListedField } from './profile-fields';
import type { RequestSide } from './request-side';
import { hasWish, type WishColumns } from './wish-fields';

export type Fields = Record<string, unknown>;

/** Whether a received row has the fields that the app relies on; then it counts as an `R`. */
export type RowCheck<R> = (row: Fields) => row is Fields & R;

/* @__NO_SIDE_EFFECTS__ */
const checks = <R>(check: (row: Fields) => boolean) => check as RowCheck<R>;

export const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || value === undefined || isText(value);
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export interface NamedRow {
  id: string;
  name: string;
  active: boolean;
}

export const isNamed = checks<NamedRow>((row) => isText(row.id) && isText(row.name) && isFlag(row.active));

export interface TeacherRow extends FieldColumns<ListedField> {
  id: string;
  name: string;
  folded_name: string;
  rank: string;
  city_id: string | null;
  style_ids: string[];
  profile_image_url: string | null;
  whatsapp: string | null;
  modalidades_aula: string[];
  slug: string | null;
  is_featured: boolean;
  is_highlighted: boolean;
  rating_average: number | null;
  rating_count: number;
  five_stars: number;
  four_stars: number;
  three_stars: number;
  two_stars: number;
  one_star: number;
  approved_at: string | null;
  /** A round number below the lessons held; null for few. */
  lessons_given: number | null;
  /** Half of the answers come within so many waking hours, and so many of ten requests are answered in time. */
  reply_hours: number | null;
  reply_tenths: number | null;
  /** The team's checks in compact form (checks.ts). */
  checks: string | null;
}

export const isTeacher = checks<TeacherRow>(
  (row) =>
    isText(row.id) &&
    isText(row.name) &&
    isText(row.folded_name) &&
    isText(row.rank) &&
    isTextOrNull(row.city_id) &&
    isTexts(row.style_ids) &&
    isTexts(row.modalidades_aula) &&
    isTextOrNull(row.bio) &&
    isTextOrNull(row.slug) &&
    isFlag(row.is_featured) &&
    isFlag(row.is_highlighted),
);

/** Kinds of public content that this release shows; rows of later kinds are kept for a release that knows them. */
export type ContentKind = 'event' | 'post' | 'step' | 'blog' | 'sponsor' | 'supporter' | 'tier' | 'dancer';

export interface ContentRow {
  id: string;
  kind: string;
  /** The slug in the address; null: the address has the id. */
  slug: string | null;
  /** The order within the kind, ascending, then by id. */
  sort_key: string;
  updated_at: string;
  /** One JSON object in the format of its kind; checked by the feature that shows it. */
  data: unknown;
}

export const isContent = checks<ContentRow>(
  (row) =>
    isText(row.id) &&
    isText(row.kind) &&
    isTextOrNull(row.slug) &&
    isText(row.sort_key) &&
    isText(row.updated_at) &&
    typeof row.data === 'object' &&
    row.data !== null,
);

export interface ProfileRow extends FieldColumns<FieldName> {
  id: string;
  name: string;
  email: string;
  role: 'student' | 'teacher' | 'admin';
  whatsapp: string | null;
  city_id: string | null;
  profile_image_url: string | null;
  style_ids: string[];
  /** From here to `slug` null except for teachers; students have a slug too. */
  is_active: boolean | null;
  is_featured: boolean | null;
  approved_at: string | null;
  slug: string | null;
  created_at: string | null;
  /** The names of the benefits that the person has for supporting the project. */
  benefits: string[] | null;
  /** Groups of notifications that are not pushed to the person's phones. */
  muted_notifications: string[] | null;
  /** The change that the team asks of a teacher before the first approval, and the time of a change saved since. */
  adjustment: string | null;
  adjusted_at: string | null;
  /** Of each kind the passed check that holds longest, ended ones too. */
  checks: readonly { kind: string; checked_at: string; expires_on: string }[] | null;
  /** When the person's statement to be 18 or older arrived (…_partners.sql). */
  adult_stated_at: string | null;
}

export const isProfile = checks<ProfileRow>(
  (row) =>
    isText(row.id) && isText(row.name) && isText(row.email) && isText(row.role) && isTexts(row.style_ids),
);

export interface NotificationRow {
  id: string;
  kind: string;
  title: string;
  body: string;
  url: string | null;
  read_at: string | null;
  created_at: string;
}

export const isNotification = checks<NotificationRow>(
  (row) =>
    isText(row.id) && isText(row.kind) && isText(row.title) && isText(row.body) && isText(row.created_at),
);

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

const isWritten = (value: unknown): boolean => {
  const { id, text, written_at } = (value ?? {}) as Fields;
  return isText(id) && isText(text) && isText(written_at);
};

const isNote = (data: Fields) =>
  isText(data.request_id) &&
  (data.side === 'student' || data.side === 'teacher') &&
  [data.mine, data.theirs, data.homework].every((one) => one === null || isWritten(one)) &&
  isTextOrNull(data.done_id) &&
  Array.isArray(data.earlier) &&
  data.earlier.every(isWritten);

const isOwnEvent = (data: Fields) =>
  [data.title, data.slug, data.state, data.sent_at, data.updated_at].every(isText) &&
  isTextOrNull(data.reason) &&
  isFlag(data.is_published);

const isPartner = (data: Fields) =>
  [data.role, data.level, data.expires_at].every(isText) &&
  [data.event_id, data.day, data.style_id, data.city_id].every(isTextOrNull) &&
  isFlag(data.ended) &&
  isFlag(data.found) &&
  (data.side === 'asker'
    ? Array.isArray(data.answers) &&
      data.answers.every(({ id, name, state }: Fields) => isText(id) && isText(name) && isText(state))
    : data.side === 'answerer' && isText(data.person_id) && isText(data.state));

export const isNotebook = checks<NotebookRow>((row) => {
  const data = (row.data ?? {}) as Fields;
  if (!isText(row.id)) return false;
  if (row.kind === 'note') return isNote(data);
  if (row.kind === 'event') return isOwnEvent(data);
  if (row.kind === 'partner') return isPartner(data);
  if (row.kind === 'going') return isText(data.event_id) && isText(data.day) && isFlag(data.going);
  if (!isText(data.step) || !isText(data.at)) return false;
  return row.kind === 'mark' ? isTextOrNull(data.state) : row.kind === 'review' && isCount(data.rating);
});

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

/** A person's favourite teacher or blocked person. Both live in one collection. */
export interface MarkRow {
  id: string;
  kind: 'favourite' | 'block';
  person_id: string;
  /** The blocked person's name, as the person who blocks sees it; only in blocks. */
  name: string | null;
  /** The time by the clock of the phone that made the change. */
  wished_at: string;
}

export const isMark = checks<MarkRow>(
  (row) =>
    isText(row.id) &&
    (row.kind === 'favourite' || row.kind === 'block') &&
    isText(row.person_id) &&
    isTextOrNull(row.name) &&
    isText(row.wished_at),
);

/** An alert of 'Avise-me': tell the person when somebody teaches this style, in this city, in this bairro. */
export interface AlertRow {
  id: string;
  /** Null means any. Style, city or both are set; a bairro only with its city. */
  style_id: string | null;
  city_id: string | null;
  neighborhood: string | null;
  /** False: switched off, or ended. */
  is_on: boolean;
}

export const isAlert = checks<AlertRow>(
  (row) =>
    isText(row.id) &&
    isTextOrNull(row.style_id) &&
    isTextOrNull(row.city_id) &&
    isTextOrNull(row.neighborhood) &&
    typeof row.is_on === 'boolean',
);

/** A row with the version that commands name as their base and responses as their result. */
export type Versioned<R> = R & { version: number };
