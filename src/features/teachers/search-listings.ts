/** The search's last source: the listings themselves, where both procedures fail. */

import { dayNumber } from '@/db/rows/listed-checks';
import type { ListingEntry } from '@/db/search/entry';
import { literally, searchedName, similarPattern } from '@/db/search/name-query';
import { SEARCH_COLUMNS } from '@/db/search/search-columns';
import { SearchIndex } from '@/db/search/search-index';
import { CRITERIA } from '@/db/search/search-rules';
import { toEntry } from '@/db/search/to-entry';
import { selectRows } from '@/lib/rest';
import { serverNow } from '@/lib/server-clock';
import { selectAllNames } from '@/reads/names-remote';
import { readListing } from './read-listing';
import { PAGE_SIZE, type SearchFilters, type SearchResult } from './schema';
import { idsNamed, type NameTables, searchLocally, toCard } from './search-local';

/** Throws RestFailure. */
export async function selectListings(filters: SearchFilters, signal: AbortSignal): Promise<SearchResult> {
  const names = await selectAllNames(signal);
  const cityIds = idsNamed(names.cities, filters.city);
  const styleIds = idsNamed(names.danceStyles, filters.style);
  if (cityIds?.size === 0 || styleIds?.size === 0) return { teachers: [], totalCount: 0, totalPages: 0 };
  const query: Record<string, string> = {
    _deleted: 'is.false',
    order: 'rank.asc',
    ...(cityIds && { city_id: `in.(${[...cityIds].join(',')})` }),
    // Whether an area is empty, all styles say.
    ...(styleIds && !filters.area && { style_ids: `ov.{${[...styleIds].join(',')}}` }),
  };
  const name = searchedName(filters.name);
  if (!name.includes(' ') && !CRITERIA.some((criterion) => filters[criterion])) {
    const named = name === '' ? query : { ...query, folded_name: containing(name) };
    const found = await selectPage(named, filters, names, signal);
    if (found.totalCount > 0 || similarPattern(name) === null) return found;
  }
  const index = new SearchIndex(null, dayNumber(serverNow()));
  index.apply(await selectAll(query, signal), []);
  return searchLocally({ index, ...names, hidden: NOBODY_HIDDEN }, filters);
}

const NOBODY_HIDDEN: ReadonlySet<string> = new Set();

async function selectPage(
  query: Record<string, string>,
  filters: SearchFilters,
  names: NameTables,
  signal: AbortSignal,
): Promise<SearchResult> {
  const page = { select: '*', offset: String((filters.page - 1) * PAGE_SIZE), limit: String(PAGE_SIZE) };
  const options = { counted: true, signal };
  const { rows, total } = await selectRows('teacher_listings', { ...query, ...page }, options);
  const count = total ?? rows.length;
  return {
    teachers: rows.map((row) => toCard(toEntry(readListing(row)), names)),
    totalCount: count,
    totalPages: Math.ceil(count / PAGE_SIZE),
  };
}

/** Rows in one answer: the server gives no more. */
const ROWS_AT_MOST = 1_000;

/** All listings of a query: a select can neither compare names loosely nor rank by criteria. */
async function selectAll(query: Record<string, string>, signal: AbortSignal): Promise<ListingEntry[]> {
  const entries: ListingEntry[] = [];
  for (;;) {
    const page = {
      select: SEARCH_COLUMNS.join(),
      offset: String(entries.length),
      limit: String(ROWS_AT_MOST),
    };
    const { rows } = await selectRows('teacher_listings', { ...query, ...page }, { signal });
    entries.push(...rows.map((row) => toEntry(readListing(row))));
    if (rows.length < ROWS_AT_MOST) return entries;
  }
}

/** Matches the typed word literally. PostgREST turns every `*` of a `like` into `%` and has no escape for it. */
function containing(word: string): string {
  if (word.includes('*')) return `match.${literally(word)}`;
  return `like.*${word.replace(/[\\%_]/g, '\\$&')}*`;
}
