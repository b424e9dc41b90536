/** The six of the home carousel. */
import type { Catalog } from '@/db/catalog';
import { toEntry } from '@/db/entry';
import { selectRows } from '@/lib/rest';
import type { TeacherCard } from './schema';
import { SessionCache } from './search-cache';
import { toCard } from './search-local';
import { readListing, selectNames } from './search-remote';

const SHOWN = 6;
const DAY = 86_400_000;
/** São Paulo is three hours behind UTC all year; there the day changes. */
const OFFSET = 3 * 3_600_000;

/** Kept apart from search answers (README, Decisions: Carousel). */
export const featuredCache = new SessionCache<TeacherCard[]>(5_000, 1);

/** Six of them, another six every day, all in turn. `now` in milliseconds since 1970. */
export function rotateDaily<T>(featured: readonly T[], now: number): T[] {
  if (featured.length <= SHOWN) return [...featured];
  const start = (Math.floor((now - OFFSET) / DAY) * SHOWN) % featured.length;
  return Array.from({ length: SHOWN }, (_, place) => featured[(start + place) % featured.length] as T);
}

export function featuredLocally(catalog: Catalog, now: number): TeacherCard[] {
  return rotateDaily(catalog.index.featured(), now).map((entry) => toCard(entry, catalog));
}

/** Throws RestFailure. */
export async function featuredRemotely(now: number, signal: AbortSignal): Promise<TeacherCard[]> {
  const kept = featuredCache.get('featured');
  if (kept) return kept;
  const [names, { rows }] = await Promise.all([
    selectNames(signal),
    selectRows(
      'teacher_listings',
      { select: '*', _deleted: 'is.false', is_featured: 'is.true', order: 'rank.asc' },
      { signal },
    ),
  ]);
  const cards = rotateDaily(rows, now).map((row) => toCard(toEntry(readListing(row)), names));
  featuredCache.set('featured', cards);
  return cards;
}
