/** A person's own rows beside requests and lessons: profile, notifications, notebook, marks and alerts, each with its check. */
import type { NotebookRow } from './notebook-fields';
import type { FieldColumns, FieldName } from './profile-fields';
import { checks, type Fields, isCount, isFlag, isText, isTextOrNull, isTexts } from './row-check';

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
