/**
 * Searches on the server until listings have replicated: through the cached procedure, else the plain one, else the
 * listings themselves. All answer in the same shape, order and totals as the device.
 */
import { dayNumber } from '@/db/checks';
import { clipBio, type ListingEntry, toEntry } from '@/db/entry';
import { literally, searchedName, similarPattern } from '@/db/name-query';
import type { TeacherRow } from '@/db/rows';
import { SEARCH_COLUMNS } from '@/db/search-columns';
import { SearchIndex } from '@/db/search-index';
import { CRITERIA, type Criteria, type RankingCriterion } from '@/db/search-rules';
import { textOrNull } from '@/lib/read';
import { callProcedure, RestFailure, selectRows } from '@/lib/rest';
import { textsOf } from '@/lib/stored';
import { selectAllNames } from '@/reads/names-remote';
import { SessionCache } from '@/reads/session-cache';
import { reasonOf } from './reason';
import { PAGE_SIZE, type SearchFilters, type SearchResult, type TeacherCard } from './schema';
import { idsNamed, type NameTables, searchLocally, toCard, withReason } from './search-local';

const PROCEDURES = ['search_teachers_with_filters_cached', 'search_teachers_with_filters'] as const;

/** Specification 001 §9: five seconds, twenty answers. */
export const searchCache = new SessionCache<SearchResult>(5_000, 20);

/** The parameters of both procedures. Criteria are sent only when one is set: earlier servers do not know them. */
export function searchPayload(filters: SearchFilters): {
  page_number: number;
  items_per_page: number;
  name_filter: string | null;
  style_filter: string | null;
  city_filter: string | null;
  admin_view: boolean;
  criteria?: Criteria;
} {
  const criteria = CRITERIA.flatMap((name) => (filters[name]?.trim() ? [[name, filters[name]]] : []));
  return {
    page_number: filters.page,
    items_per_page: PAGE_SIZE,
    name_filter: filters.name.trim() || null,
    style_filter: filters.style || null,
    city_filter: filters.city || null,
    admin_view: false,
    ...(criteria.length > 0 && { criteria: Object.fromEntries(criteria) }),
  };
}

export function searchKey(filters: SearchFilters): string {
  return JSON.stringify(searchPayload(filters));
}

/** Asks one source after the other. Throws RestFailure: the last source's, or 'aborted' as soon as `signal` aborts. */
export async function searchRemotely(filters: SearchFilters, signal: AbortSignal): Promise<SearchResult> {
  const key = searchKey(filters);
  const kept = searchCache.get(key);
  if (kept) return kept;
  const result = await askSources(filters, signal);
  searchCache.set(key, result);
  return result;
}

async function askSources(filters: SearchFilters, signal: AbortSignal): Promise<SearchResult> {
  for (const procedure of PROCEDURES) {
    try {
      return readResult(await callProcedure(procedure, searchPayload(filters), signal), filters);
    } catch (error) {
      if (!(error instanceof RestFailure) || error.kind === 'aborted') throw error;
    }
  }
  return selectListings(filters, signal);
}

/** A teacher as the procedures return one. */
type ProcedureTeacher = Record<string, unknown>;

function readResult(answer: unknown, filters: SearchFilters): SearchResult {
  const { teachers, total_count, total_pages, best_count, is_similar } = (answer ?? {}) as Record<
    string,
    unknown
  >;
  const isSimilar = is_similar === true;
  if (!Array.isArray(teachers) || typeof total_count !== 'number' || typeof total_pages !== 'number') {
    throw new RestFailure('malformed', 'Not a search result');
  }
  return {
    teachers: teachers.map((teacher: ProcedureTeacher) => {
      const card = readCard(teacher);
      return withReason(
        card,
        reasonOf(textsOf(teacher.fits) as RankingCriterion[], card, filters, isSimilar),
      );
    }),
    totalCount: total_count,
    totalPages: total_pages,
    ...(typeof best_count === 'number' && { bestCount: best_count }),
    ...(isSimilar && { isSimilar }),
  };
}

function readCard(teacher: ProcedureTeacher): TeacherCard {
  const { id, name } = teacher;
  if (typeof id !== 'string' || typeof name !== 'string') {
    throw new RestFailure('malformed', 'Not a teacher');
  }
  const average = teacher.rating_average;
  return {
    id,
    name,
    slug: textOrNull(teacher.slug),
    cityName: textOrNull(teacher.city_name),
    neighborhood: textOrNull(teacher.neighborhood),
    imageUrl: textOrNull(teacher.profile_image_url),
    bio: clipBio(textOrNull(teacher.bio) ?? ''),
    styles: textsOf(teacher.dance_styles),
    isGroup: textsOf(teacher.modalidades_aula).includes('grupo'),
    // PostgreSQL's numeric may come as text.
    ratingAverage: average === null || average === undefined ? null : Number(average),
    ratingCount: Number(teacher.rating_count ?? 0),
    isHighlighted: teacher.is_highlighted === true,
    isFeatured: teacher.is_featured === true,
    reason: null,
  };
}

async function selectListings(filters: SearchFilters, signal: AbortSignal): Promise<SearchResult> {
  const names = await selectAllNames(signal);
  const cityIds = idsNamed(names.cities, filters.city);
  const styleIds = idsNamed(names.danceStyles, filters.style);
  if (cityIds?.size === 0 || styleIds?.size === 0) return { teachers: [], totalCount: 0, totalPages: 0 };
  const query: Record<string, string> = {
    _deleted: 'is.false',
    order: 'rank.asc',
    ...(cityIds && { city_id: `in.(${[...cityIds].join(',')})` }),
    ...(styleIds && { style_ids: `ov.{${[...styleIds].join(',')}}` }),
  };
  const name = searchedName(filters.name);
  if (!name.includes(' ') && !CRITERIA.some((criterion) => filters[criterion])) {
    const named = name === '' ? query : { ...query, folded_name: containing(name) };
    const found = await selectPage(named, filters, names, signal);
    if (found.totalCount > 0 || similarPattern(name) === null) return found;
  }
  const index = new SearchIndex(null, dayNumber(Date.now()));
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

/** A row of `teacher_listings` has the shape of a pulled row, but sometimes numbers as text. */
export function readListing(row: Record<string, unknown>): TeacherRow {
  const average = row.rating_average;
  return {
    ...(row as unknown as TeacherRow),
    style_ids: textsOf(row.style_ids),
    modalidades_aula: textsOf(row.modalidades_aula),
    rating_average: typeof average === 'number' || typeof average === 'string' ? Number(average) : null,
  };
}
