/** Rows as the pull procedures send them, as the replica stores them, and the checks at that border. */
import { logger } from '@/lib/logger';
import type { FieldColumns, FieldName, ListedField } from './profile-fields';
import { START, type UnreadSpan } from './unread';

export interface Checkpoint {
  /** The writing transaction's 64-bit id; exact in a double for longer than any database lives. */
  xid: number;
  id: string;
}

export type CollectionName = 'cities' | 'dance_styles' | 'teachers' | 'content';

/** In the order of pulling: listings name cities and styles by id, content waits until search is served. */
export const COLLECTIONS = [
  'cities',
  'dance_styles',
  'teachers',
  'content',
] as const satisfies readonly CollectionName[];

/** Of the database of the person who is signed in; pulled in the order of `PRIVATE_COLLECTIONS`. */
export type PrivateName = 'profile' | 'notifications' | 'lesson_requests' | 'evaluations' | 'favourites';

/** Requests come first: a slow line may be busy with the notifications for minutes. */
export const PRIVATE_COLLECTIONS = [
  'profile',
  'lesson_requests',
  'evaluations',
  'favourites',
  'notifications',
] as const satisfies readonly PrivateName[];

export interface NamedRow {
  id: string;
  name: string;
  active: boolean;
}

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
}

/** Kinds of public content that this release shows; a row of a later kind is kept for the release that knows it. */
export type ContentKind = 'event' | 'post' | 'step' | 'blog' | 'sponsor' | 'supporter' | 'tier' | 'dancer';

export interface ContentRow {
  id: string;
  kind: string;
  /** For the address; null: the id is. */
  slug: string | null;
  /** The order within the kind, ascending, then by id. */
  sort_key: string;
  updated_at: string;
  /** One JSON object, as its kind writes it; checked by the feature that shows it. */
  data: unknown;
}

export interface ProfileRow extends FieldColumns<FieldName> {
  id: string;
  name: string;
  email: string;
  role: 'student' | 'teacher' | 'admin';
  whatsapp: string | null;
  city_id: string | null;
  profile_image_url: string | null;
  style_ids: string[];
  /** From here to `slug` null but for teachers; students have a slug too. */
  is_active: boolean | null;
  is_featured: boolean | null;
  approved_at: string | null;
  slug: string | null;
  created_at: string | null;
  /** What support of the project brings, by name. */
  benefits?: string[] | null;
  /** Groups of notifications that the person's phones are not told of. */
  muted_notifications?: string[] | null;
}

export interface NotificationRow {
  id: string;
  kind: string;
  title: string;
  body: string;
  url: string | null;
  read_at: string | null;
  created_at: string;
}

export type RequestSide = 'student' | 'teacher';
export type RequestStatus = 'Pendente' | 'Aceito' | 'Recusado' | 'Cancelado';

/** A lesson request as one side of it holds it. */
export interface LessonRequestRow {
  id: string;
  /** Which side the holder is. */
  side: RequestSide;
  student_id: string;
  teacher_id: string;
  dance_style_id: string;
  status: RequestStatus;
  /** segunda, terca, quarta, quinta, sexta, sabado, domingo; empty: any. */
  preferred_days: string[];
  /** manha, tarde, noite; empty: any. */
  preferred_times: string[];
  message: string | null;
  /** Why it was declined or cancelled. */
  reason: string | null;
  request_date: string;
  answered_at: string | null;
  cancelled_at: string | null;
  /** Null in a cancelled request: an account was deleted. */
  cancelled_by: RequestSide | null;
  /** Null when the other side's account is gone. */
  other_name: string | null;
  other_image_url: string | null;
  /** Only while the request is 'Aceito'. */
  other_whatsapp: string | null;
  other_email: string | null;
}

/** An evaluation that the holder wrote. */
export interface EvaluationRow {
  id: string;
  lesson_request_id: string;
  evaluated_id: string;
  rating: number;
  comment: string | null;
  is_anonymous: boolean;
  created_at: string;
  updated_at: string;
}

/** What the holder marked about a person: a favourite teacher, or somebody blocked. Both live in one collection. */
export interface MarkRow {
  id: string;
  kind: 'favourite' | 'block';
  person_id: string;
  /** Of a block: how the holder knows the person. */
  name: string | null;
  /** By the phone that it was made on. */
  wished_at: string;
}

/** With the version that commands name as their base, and answers as theirs. */
export type Versioned<R> = R & { version: number };

export interface RowTypes {
  cities: NamedRow;
  dance_styles: NamedRow;
  teachers: TeacherRow;
  content: ContentRow;
  profile: ProfileRow;
  notifications: NotificationRow;
  lesson_requests: LessonRequestRow;
  evaluations: EvaluationRow;
  favourites: MarkRow;
}

export type Row = RowTypes[keyof RowTypes];

/** A row or what is left of a removed one. */
export type PulledRow<R extends Row = Row> =
  | { deleted: false; xid: number; row: R }
  | { deleted: true; xid: number; id: string };

export interface PullPage<R extends Row = Row> {
  epoch: string;
  rows: PulledRow<R>[];
  checkpoint: Checkpoint | null;
  done: boolean;
  /** Live rows on the server; on a first page only. */
  total: number | null;
  /** Every transaction below it is in this answer; null where the server does not say. */
  horizon: number | null;
  /** Where rows stand that could not be read. */
  unread: UnreadSpan[];
}

type Fields = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || value === undefined || isText(value);
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

const isNamed = (row: Fields) => isText(row.id) && isText(row.name) && isFlag(row.active);

const isTeacher = (row: Fields) =>
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
  isFlag(row.is_highlighted);

export const isContent = (row: Fields) =>
  isText(row.id) &&
  isText(row.kind) &&
  isTextOrNull(row.slug) &&
  isText(row.sort_key) &&
  isText(row.updated_at) &&
  typeof row.data === 'object' &&
  row.data !== null;

const isProfile = (row: Fields) =>
  isText(row.id) && isText(row.name) && isText(row.email) && isText(row.role) && isTexts(row.style_ids);

const isNotification = (row: Fields) =>
  isText(row.id) && isText(row.kind) && isText(row.title) && isText(row.body) && isText(row.created_at);

const isLessonRequest = (row: Fields) =>
  isText(row.id) &&
  (row.side === 'student' || row.side === 'teacher') &&
  isText(row.student_id) &&
  isText(row.teacher_id) &&
  isText(row.dance_style_id) &&
  isText(row.status) &&
  isTexts(row.preferred_days) &&
  isTexts(row.preferred_times) &&
  isText(row.request_date) &&
  isTextOrNull(row.other_name) &&
  isTextOrNull(row.other_whatsapp) &&
  isTextOrNull(row.other_email);

const isEvaluation = (row: Fields) =>
  isText(row.id) &&
  isText(row.lesson_request_id) &&
  isText(row.evaluated_id) &&
  isCount(row.rating) &&
  isTextOrNull(row.comment) &&
  isFlag(row.is_anonymous);

const isMark = (row: Fields) =>
  isText(row.id) &&
  (row.kind === 'favourite' || row.kind === 'block') &&
  isText(row.person_id) &&
  isTextOrNull(row.name) &&
  isText(row.wished_at);

const checks = {
  cities: isNamed,
  dance_styles: isNamed,
  teachers: isTeacher,
  content: isContent,
  profile: isProfile,
  notifications: isNotification,
  lesson_requests: isLessonRequest,
  evaluations: isEvaluation,
  favourites: isMark,
} satisfies Record<keyof RowTypes, (row: Fields) => boolean>;

/**
 * Reads a pull procedure's answer to the question what comes after `after`. Throws TypeError when it has another shape:
 * such an answer is no answer. A single row that cannot be read is logged and its place told in `unread`: it must not
 * keep all that changes after it from the phone.
 */
export function readPage<N extends keyof RowTypes>(
  name: N,
  answer: unknown,
  after: Checkpoint | null = null,
): PullPage<RowTypes[N]> {
  const page = answer as Fields | null;
  if (!page || !isText(page.epoch) || !Array.isArray(page.rows) || !isFlag(page.done)) {
    throw new TypeError(`pull_${name}: not a page`);
  }
  const checkpoint = readCheckpoint(name, page.checkpoint);
  if (page.rows.length > 0 && checkpoint === null) throw new TypeError(`pull_${name}: rows, no checkpoint`);
  const total = isCount(page.total) ? page.total : null;
  const { rows, unread } = readRows(name, page.rows, after ?? START, checkpoint ?? after ?? START);
  // A first page of nothing but such rows is another table, and must not pass for an empty one.
  if (total !== null && page.rows.length > 0 && rows.length === 0)
    throw new TypeError(`pull_${name}: not rows`);
  const horizon = isCount(page.horizon) ? page.horizon : null;
  return { epoch: page.epoch, rows, checkpoint, done: page.done, total, horizon, unread };
}

function readRows<N extends keyof RowTypes>(
  name: N,
  sent: readonly unknown[],
  after: Checkpoint,
  end: Checkpoint,
): { rows: PulledRow<RowTypes[N]>[]; unread: UnreadSpan[] } {
  const rows: PulledRow<RowTypes[N]>[] = [];
  const unread: UnreadSpan[] = [];
  let last = after;
  let span: UnreadSpan | null = null;
  for (const fields of sent as readonly (Fields | null)[]) {
    const read = readRow(name, fields);
    const place = placeOf(fields, end);
    if (read !== null) {
      if (span) unread.push({ ...span, to: place ?? span.to });
      span = null;
      rows.push(read);
    } else {
      logger.error(`pull_${name}: a row cannot be read`, fields?.id);
      span ??= { from: last, to: end, ids: [], nameless: 0 };
      if (place) span.ids.push(place.id);
      else span.nameless += 1;
    }
    if (place) last = place;
  }
  if (span) unread.push(span);
  return { rows, unread };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where in its table a row of a page stands; null when that cannot be read either. */
function placeOf(fields: Fields | null, end: Checkpoint): Checkpoint | null {
  const { id, _xid: xid } = fields ?? {};
  if (!isText(id) || !UUID.test(id) || !isCount(xid)) return null;
  const place = { xid, id };
  return isAfter(place, end) ? null : place;
}

/** null when it is no such row. */
function readRow<N extends keyof RowTypes>(name: N, fields: Fields | null): PulledRow<RowTypes[N]> | null {
  if (!fields || !isText(fields.id) || !isCount(fields._xid)) return null;
  if (fields._deleted === true) return { deleted: true, xid: fields._xid, id: fields.id };
  if (!checks[name](fields)) return null;
  const { _xid, _deleted, ...row } = fields;
  return { deleted: false, xid: fields._xid, row: row as unknown as RowTypes[N] };
}

function readCheckpoint(name: string, value: unknown): Checkpoint | null {
  if (value === null || value === undefined) return null;
  const { xid, id } = value as Fields;
  if (!isCount(xid) || !isText(id)) throw new TypeError(`pull_${name}: not a checkpoint`);
  return { xid, id };
}

/** Row comparison as in SQL: (xid, id). */
export function isAfter(a: Checkpoint, b: Checkpoint): boolean {
  return a.xid > b.xid || (a.xid === b.xid && a.id > b.id);
}

export function sameCheckpoint(a: Checkpoint | null, b: Checkpoint | null): boolean {
  return a?.xid === b?.xid && a?.id === b?.id;
}
