/** Lists of teachers without a search: the six of the home carousel. */

import type { Catalog } from '@/db/memory/catalog';
import { featuredIn } from '@/db/search/all-listings';
import { FEATURED, type ListingEntry } from '@/db/search/entry';
import { toEntry } from '@/db/search/to-entry';
import { selectRows } from '@/lib/rest';
import { fold } from '@/lib/text';
import { selectAllNames } from '@/reads/names-remote';
import { SessionCache } from '@/reads/session-cache';
import { readListing } from './read-listing';
import type { TeacherCard } from './schema';
import { idsNamed, toCard } from './search-local';

const DAY = 86_400_000;
/** São Paulo is three hours behind UTC all year; the day changes there. */
const OFFSET = 3 * 3_600_000;

/** Options of such a list (specification 001 §7). */
export interface ListOptions {
  /**
   * Always true: the replica and `teacher_listings` hold only active teachers; lists of all are in the admin's search.
   */
  showOnlyActive: true;
  /** Name of a city, empty for all. An unknown name finds nothing. */
  initialCity: string;
  /** Name of a style, empty for all. An unknown name finds nothing. */
  initialStyle: string;
  /** Number of teachers. When more match, the list rotates daily. */
  limit: number;
  isFeatured: boolean;
}

/** The carousel on the home page (specification 001 §9). */
export const HOME_LIST = {
  showOnlyActive: true,
  initialCity: '',
  initialStyle: '',
  limit: 6,
  isFeatured: true,
} as const satisfies ListOptions;

/** Separate from the cache of searches (README, Decisions: Carousel). */
export const featuredCache = new SessionCache<TeacherCard[]>(5_000, 1);

/** `limit` of them: the next ones every day, so that each is shown in turn. `now` in milliseconds since 1970. */
export function rotateDaily<T>(featured: readonly T[], limit: number, now: number): T[] {
  if (featured.length <= limit) return [...featured];
  const start = (Math.floor((now - OFFSET) / DAY) * limit) % featured.length;
  return Array.from({ length: limit }, (_, place) => featured[(start + place) % featured.length] as T);
}

/**
 * `near` is the person's city: its featured teachers come first, then its others, then the featured ones of other
 * cities, each part rotating daily. Null for no city.
 */
export function listLocally(
  catalog: Catalog,
  options: ListOptions,
  now: number,
  near: string | null = null,
): TeacherCard[] {
  const { initialCity, initialStyle, limit, isFeatured } = options;
  const query = {
    name: '',
    cityIds: idsNamed(catalog.cities, initialCity),
    styleIds: idsNamed(catalog.danceStyles, initialStyle),
  };
  const entries = isFeatured
    ? featuredIn(catalog.index)
        .filter(({ id }) => !catalog.hidden.has(id))
        .filter(({ cityId }) => !query.cityIds || (cityId !== null && query.cityIds.has(cityId)))
        .filter(({ styleIds }) => !query.styleIds || styleIds.some((id) => query.styleIds?.has(id)))
    : catalog.index.search({ ...query, without: catalog.hidden }, 0, limit).entries;
  const nearIds = near === null ? null : idsNamed(catalog.cities, near);
  if (!nearIds?.size) return rotateDaily(entries, limit, now).map((entry) => toCard(entry, catalog));
  const isNear = ({ cityId }: ListingEntry) => cityId !== null && nearIds.has(cityId);
  const others = catalog.index
    .search({ ...query, cityIds: nearIds, without: catalog.hidden }, 0, OTHERS_AT_MOST)
    .entries.filter(({ flags }) => !(flags & FEATURED));
  const parts = [entries.filter(isNear), others, entries.filter((entry) => !isNear(entry))];
  return parts
    .flatMap((part) => rotateDaily(part, limit, now))
    .slice(0, limit)
    .map((entry) => toCard(entry, catalog));
}

/** Teachers of the own city that take turns where there are few featured ones. */
const OTHERS_AT_MOST = 60;

/** The cards with those of this city first. */
export function nearFirst(cards: readonly TeacherCard[], near: string | null): TeacherCard[] {
  if (near === null) return [...cards];
  const isNear = ({ cityName }: TeacherCard) => cityName !== null && fold(cityName) === fold(near);
  return [...cards.filter(isNear), ...cards.filter((card) => !isNear(card))];
}

/** Like `listLocally`, but asks the server. Throws RestFailure. */
export async function listRemotely(
  options: ListOptions,
  now: number,
  signal: AbortSignal,
): Promise<TeacherCard[]> {
  const key = JSON.stringify(options);
  const kept = featuredCache.get(key);
  if (kept) return kept;
  const cards = await selectList(options, now, signal);
  featuredCache.set(key, cards);
  return cards;
}

async function selectList(options: ListOptions, now: number, signal: AbortSignal): Promise<TeacherCard[]> {
  const { initialCity, initialStyle, limit, isFeatured } = options;
  const query: Record<string, string> = { select: '*', _deleted: 'is.false', order: 'rank.asc' };
  // All featured teachers are needed for the rotation; of others, the first are enough.
  if (isFeatured) query.is_featured = 'is.true';
  else query.limit = String(limit);
  const everyone = initialCity === '' && initialStyle === '';
  const asked = selectAllNames(signal);
  if (!everyone) {
    const names = await asked;
    const cityIds = idsNamed(names.cities, initialCity);
    const styleIds = idsNamed(names.danceStyles, initialStyle);
    if (cityIds?.size === 0 || styleIds?.size === 0) return [];
    if (cityIds) query.city_id = `in.(${[...cityIds].join(',')})`;
    if (styleIds) query.style_ids = `ov.{${[...styleIds].join(',')}}`;
  }
  const [names, { rows }] = await Promise.all([asked, selectRows('teacher_listings', query, { signal })]);
  return rotateDaily(rows, limit, now).map((row) => toCard(toEntry(readListing(row)), names));
}

/** Cards of those teachers that are listed. Throws RestFailure. */
export async function selectCards(ids: readonly string[], signal: AbortSignal): Promise<TeacherCard[]> {
  const query = { select: '*', _deleted: 'is.false', id: `in.(${ids.join(',')})` };
  const [names, { rows }] = await Promise.all([
    selectAllNames(signal),
    selectRows('teacher_listings', query, { signal }),
  ]);
  return rows.map((row) => toCard(toEntry(readListing(row)), names));
}
