/** Rows as the pull procedures send them, as the replica stores them, and the checks at that border. */

export interface Checkpoint {
  /** The writing transaction's 64-bit id; exact in a double for longer than any database lives. */
  xid: number;
  id: string;
}

export type CollectionName = 'cities' | 'dance_styles' | 'teachers';

export const COLLECTIONS = [
  'cities',
  'dance_styles',
  'teachers',
] as const satisfies readonly CollectionName[];

/** Of the database of the person who is signed in. */
export type PrivateName = 'profile' | 'notifications';

export const PRIVATE_COLLECTIONS = ['profile', 'notifications'] as const satisfies readonly PrivateName[];

export interface NamedRow {
  id: string;
  name: string;
  active: boolean;
}

export interface TeacherRow {
  id: string;
  name: string;
  folded_name: string;
  rank: string;
  city_id: string | null;
  style_ids: string[];
  profile_image_url: string | null;
  whatsapp: string | null;
  bio: string | null;
  experience: string | null;
  neighborhood: string | null;
  instagram: string | null;
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

export interface ProfileRow {
  id: string;
  name: string;
  email: string;
  role: 'student' | 'teacher' | 'admin';
  whatsapp: string | null;
  city_id: string | null;
  profile_image_url: string | null;
  style_ids: string[];
  /** From here on null but for teachers. */
  bio: string | null;
  experience: string | null;
  neighborhood: string | null;
  instagram: string | null;
  modalidades_aula: string[] | null;
  is_active: boolean | null;
  is_paused: boolean | null;
  is_featured: boolean | null;
  approved_at: string | null;
  slug: string | null;
  created_at: string | null;
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

export interface RowTypes {
  cities: NamedRow;
  dance_styles: NamedRow;
  teachers: TeacherRow;
  profile: ProfileRow;
  notifications: NotificationRow;
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

const isProfile = (row: Fields) =>
  isText(row.id) && isText(row.name) && isText(row.email) && isText(row.role) && isTexts(row.style_ids);

const isNotification = (row: Fields) =>
  isText(row.id) && isText(row.kind) && isText(row.title) && isText(row.body) && isText(row.created_at);

const checks = {
  cities: isNamed,
  dance_styles: isNamed,
  teachers: isTeacher,
  profile: isProfile,
  notifications: isNotification,
} satisfies Record<keyof RowTypes, (row: Fields) => boolean>;

/** Reads a pull procedure's answer. Throws TypeError when it has another shape: such an answer is no answer. */
export function readPage<N extends keyof RowTypes>(name: N, answer: unknown): PullPage<RowTypes[N]> {
  const page = answer as Fields | null;
  if (!page || !isText(page.epoch) || !Array.isArray(page.rows) || !isFlag(page.done)) {
    throw new TypeError(`pull_${name}: not a page`);
  }
  return {
    epoch: page.epoch,
    rows: page.rows.map((row) => readRow(name, row as Fields)),
    checkpoint: readCheckpoint(name, page.checkpoint),
    done: page.done,
    total: isCount(page.total) ? page.total : null,
  };
}

function readRow<N extends keyof RowTypes>(name: N, fields: Fields): PulledRow<RowTypes[N]> {
  if (!fields || !isText(fields.id) || !isCount(fields._xid)) throw new TypeError(`pull_${name}: not a row`);
  if (fields._deleted === true) return { deleted: true, xid: fields._xid, id: fields.id };
  if (!checks[name](fields)) throw new TypeError(`pull_${name}: row ${fields.id} lacks fields`);
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
