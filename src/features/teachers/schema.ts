import type { ReactNode } from 'react';
import type { HeldFields, ListedField } from '@/db/profile-fields';

/** What the screens know of teachers. Built on the device from listing rows (see queries.ts); ids are joined to names there. */

/** Everything a card shows. `bio` is cut to what two lines can hold. */
export interface TeacherCard {
  id: string;
  name: string;
  slug: string | null;
  cityName: string | null;
  neighborhood: string | null;
  /** Path on the Supabase origin or an absolute URL; turn it into a picture with `imageUrl`. */
  imageUrl: string | null;
  bio: string;
  /** Names, in the order of their folded form. */
  styles: string[];
  /** `modalidades_aula` includes 'grupo'. */
  isGroup: boolean;
  /** 1 to 5, null while nobody rated. */
  ratingAverage: number | null;
  ratingCount: number;
  isHighlighted: boolean;
  isFeatured: boolean;
}

/** Sections of the enhanced profile are there as long as the teacher has it. */
export interface Teacher extends TeacherCard, Omit<HeldFields<ListedField>, 'bio'> {
  whatsapp: string | null;
  /** ISO 8601. */
  approvedAt: string | null;
  /** How many ratings of five, four, three, two, one stars. */
  stars: [number, number, number, number, number];
}

/** What the page puts into the corner of a card: another feature's button. */
export type CornerOf = (teacher: Pick<TeacherCard, 'id' | 'name'>) => ReactNode;

/** What the page puts behind the teachers of the carousel. */
export interface ExtraSlide {
  key: string;
  /** As it is announced. */
  name: string;
  card: ReactNode;
}

export interface SearchFilters {
  name: string;
  /** Name of a style, empty for all. A name nobody knows finds nothing. */
  style: string;
  /** Name of a city, empty for all. A name nobody knows finds nothing. */
  city: string;
  /** A day, a time or both, as 'sabado-manha'; absent for any. What is none of them finds nothing. */
  when?: string | undefined;
  /** From 1. */
  page: number;
}

export interface SearchResult {
  teachers: TeacherCard[];
  totalCount: number;
  totalPages: number;
}

/** Specification 001 §9. */
export const PAGE_SIZE = 12;

/** Milliseconds before a changed filter reaches the URL or a procedure (specification 001 §4, §9). */
export const NAME_DELAY = 500;
export const STYLE_SETTLE = 150;
export const FILTER_DELAY = 100;
