import type { ReactNode } from 'react';
import type { TeacherCheck } from '@/db/rows/checks';
import type { HeldFields, ListedField } from '@/db/rows/profile-fields';
import type { Criteria } from '@/db/search/search-rules';

/**
 * Teachers as screens use them. Built on the device from listing rows (see queries.ts); ids are resolved to names
 * there.
 */

/** The fields of a card. `bio` is cut to two lines; null while it is still to come. */
export interface TeacherCard {
  id: string;
  name: string;
  slug: string | null;
  cityName: string | null;
  neighborhood: string | null;
  /** Path on the Supabase origin or an absolute URL; turn it into a picture with `imageUrl`. */
  imageUrl: string | null;
  bio: string | null;
  /** Names, in the teacher's order. */
  styles: string[];
  /** `modalidades_aula` includes 'grupo'. */
  isGroup: boolean;
  /** 1 to 5, null without ratings. */
  ratingAverage: number | null;
  ratingCount: number;
  isHighlighted: boolean;
  isFeatured: boolean;
  /** Why it stands where it does in a search: 'Ensina em Jucutuquara, tem horário na terça à noite'. Null: nothing was asked. */
  reason: string | null;
}

/** Sections of the enhanced profile are present only while the teacher has it. */
export interface Teacher extends Omit<TeacherCard, 'bio'>, Omit<HeldFields<ListedField>, 'bio'> {
  bio: string;
  whatsapp: string | null;
  /** ISO 8601. */
  approvedAt: string | null;
  /** More lessons than this were held; null for few. */
  lessonsGiven: number | null;
  /** Half of the answers come within so many waking hours; null: unknown. */
  replyHours: number | null;
  /** So many of ten requests are answered in time; null: unknown. */
  replyTenths: number | null;
  /** The team's checks, ended ones too. */
  checks: TeacherCheck[];
  /** Number of ratings with five, four, three, two, one stars. */
  stars: [number, number, number, number, number];
}

/** Renders the corner of a card: a button of another feature. */
export type CornerOf = (teacher: Pick<TeacherCard, 'id' | 'name'>) => ReactNode;

/** Renders the offer to be told of teachers: of another feature. `isEmpty`: the search found none. */
export type AlertOf = (sought: SearchFilters, isEmpty: boolean) => ReactNode;

/** A slide that the page adds after the teachers of the carousel. */
export interface ExtraSlide {
  key: string;
  /** Accessible name of the slide. */
  name: string;
  card: ReactNode;
}

/** Name, style, city and the criteria of search-rules.ts: a day, a time or both as `when`, and so on. */
export interface SearchFilters extends Criteria {
  name: string;
  /** Name of a style, empty for all. An unknown name finds nothing. */
  style: string;
  /** Name of a city, empty for all. An unknown name finds nothing. */
  city: string;
  /** From 1. */
  page: number;
}

export interface SearchResult {
  teachers: TeacherCard[];
  totalCount: number;
  totalPages: number;
  /** How many fit all criteria that rank; absent where none is asked for. */
  bestCount?: number | undefined;
  /** Nobody has the name; these have similar ones. */
  isSimilar?: true | undefined;
  /** The area that was asked for, where nobody is in it, of any style and in all of the city; else absent. */
  emptyArea?: string | undefined;
  /** No teacher is listed at all, whatever the filters are. */
  isNobody?: true | undefined;
  /** True when the city has no teacher of the style at all; absent when it has, or when this is not known. */
  isNobodyThere?: true | undefined;
}

/** Specification 001 §9. */
export const PAGE_SIZE = 12;

/** Milliseconds before a changed filter reaches the URL or a procedure (specification 001 §4, §9). */
export const NAME_DELAY = 500;
export const STYLE_SETTLE = 150;
export const FILTER_DELAY = 100;
