/** The rows that everybody may read, each with the check that a received one has to pass. */
import type { FieldColumns, ListedField } from './profile-fields';
import { checks, isFlag, isText, isTextOrNull, isTexts } from './row-check';

export interface NamedRow {
  id: string;
  name: string;
  active: boolean;
  /** Of cities: the team has closed it. */
  is_closed?: boolean;
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
