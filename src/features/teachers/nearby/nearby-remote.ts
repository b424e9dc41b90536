/** Teachers near by and online, from the server: for a phone that holds no teachers, or only those of one city. */
import { dayNumber } from '@/db/rows/listed-checks';
import { SEARCH_COLUMNS } from '@/db/search/search-columns';
import { SearchIndex } from '@/db/search/search-index';
import { toEntry } from '@/db/search/to-entry';
import type { Municipality } from '@/lib/brazil/municipalities';
import { selectRows } from '@/lib/rest';
import { serverNow } from '@/lib/server-clock';
import { selectAllNames } from '@/reads/names-remote';
import { readListing } from '../read-listing';
import type { SearchFilters } from '../schema';
import { idsNamed, type Searched } from '../search-local';
import { citiesNear } from './nearby';

/** Listings from each of the two questions. Who is online far down the list is not seen. */
const ROWS_AT_MOST = 500;
/** An address with more ids is too long for some servers. */
const CITIES_AT_MOST = 60;

/** The rows and names from which teachers near by are found, as on the phone. Throws RestFailure. */
export async function selectNearby(
  filters: SearchFilters,
  all: readonly Municipality[] | null,
  signal: AbortSignal,
): Promise<Omit<Searched, 'hidden'>> {
  const names = await selectAllNames(signal);
  const index = new SearchIndex(null, dayNumber(serverNow()));
  const styleIds = idsNamed(names.danceStyles, filters.style);
  if (styleIds?.size === 0) return { index, ...names };
  const near = all === null ? [] : citiesNear(filters.city, names.cities, all).slice(0, CITIES_AT_MOST);
  const select = async (more: Record<string, string>) => {
    const query = {
      select: SEARCH_COLUMNS.join(),
      _deleted: 'is.false',
      order: 'rank.asc',
      limit: String(ROWS_AT_MOST),
      ...(styleIds && { style_ids: `ov.{${[...styleIds].join(',')}}` }),
      ...more,
    };
    const { rows } = await selectRows('teacher_listings', query, { signal });
    return rows.map((row) => toEntry(readListing(row)));
  };
  const found = await Promise.all([
    near.length === 0 ? [] : select({ city_id: `in.(${near.map(({ id }) => id).join(',')})` }),
    select({ lesson_places: 'cs.{online}' }),
  ]);
  index.apply(found.flat(), []);
  return { index, ...names };
}
