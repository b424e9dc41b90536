/**
 * Searches on the server until listings have replicated: through the cached procedure, else the plain one, else the
 * listings themselves. All answer in the same shape, order and totals as the device.
 */
import { wantedSlots } from '@/db/availability';
import { clipBio, toEntry } from '@/db/entry';
import type { TeacherRow } from '@/db/rows';
import { textOrNull } from '@/lib/read';
import { callProcedure, RestFailure, selectRows } from '@/lib/rest';
import { textsOf } from '@/lib/stored';
import { fold } from '@/lib/text';
import { selectAllNames } from '@/reads/names-remote';
import { SessionCache } from '@/reads/session-cache';
import { PAGE_SIZE, type SearchFilters, type SearchResult, type TeacherCard } from './schema';
import { idsNamed, toCard } from './search-local';

const PROCEDURES = ['search_teachers_with_filters_cached', 'search_teachers_with_filters'] as const;

/** Specification 001 §9: five seconds, twenty answers. */
export const searchCache = new SessionCache<SearchResult>(5_000, 20);

/** The parameters of both procedures. The filter of times is sent only when it is set: earlier servers do not know it. */
export function searchPayload(filters: SearchFilters) {
  return {
    page_number: filters.page,
    items_per_page: PAGE_SIZE,
    name_filter: filters.name.trim() || null,
    style_filter: filters.style || null,
    city_filter: filters.city || null,
    admin_view: false,
    ...(filters.when && { availability_filter: filters.when }),
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
      return readResult(await callProcedure(procedure, searchPayload(filters), signal));
    } catch (error) {
      if (!(error instanceof RestFailure) || error.kind === 'aborted') throw error;
    }
  }
  return selectListings(filters, signal);
}

/** A teacher as the procedures return one. */
type ProcedureTeacher = Record<string, unknown>;

function readResult(answer: unknown): SearchResult {
  const { teachers, total_count, total_pages } = (answer ?? {}) as Record<string, unknown>;
  if (!Array.isArray(teachers) || typeof total_count !== 'number' || typeof total_pages !== 'number') {
    throw new RestFailure('malformed', 'Not a search result');
  }
  return {
    teachers: teachers.map((teacher) => readCard(teacher as ProcedureTeacher)),
    totalCount: total_count,
    totalPages: total_pages,
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
  };
}

async function selectListings(filters: SearchFilters, signal: AbortSignal): Promise<SearchResult> {
  const names = await selectAllNames(signal);
  const cityIds = idsNamed(names.cities, filters.city);
  const styleIds = idsNamed(names.danceStyles, filters.style);
  if (cityIds?.size === 0 || styleIds?.size === 0) return { teachers: [], totalCount: 0, totalPages: 0 };
  const query: Record<string, string> = {
    select: '*',
    _deleted: 'is.false',
    order: 'rank.asc',
    offset: String((filters.page - 1) * PAGE_SIZE),
    limit: String(PAGE_SIZE),
  };
  const name = fold(filters.name);
  if (name !== '') query.folded_name = containing(name);
  if (cityIds) query.city_id = `in.(${[...cityIds].join(',')})`;
  if (filters.when) query.availability = `ov.{${wantedSlots(filters.when).join(',')}}`;
  if (styleIds) query.style_ids = `ov.{${[...styleIds].join(',')}}`;
  const { rows, total } = await selectRows('teacher_listings', query, { counted: true, signal });
  const count = total ?? rows.length;
  return {
    teachers: rows.map((row) => toCard(toEntry(readListing(row)), names)),
    totalCount: count,
    totalPages: Math.ceil(count / PAGE_SIZE),
  };
}

/** Matches the typed text literally. PostgREST turns every `*` of a `like` into `%` and has no escape for it. */
function containing(name: string): string {
  if (name.includes('*')) return `match.${name.replace(/[.^$*+?()[\]{}|\\]/g, '\\$&')}`;
  return `like.*${name.replace(/[\\%_]/g, '\\$&')}*`;
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
