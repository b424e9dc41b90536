/**
 * Searches on the server until listings have replicated: through the cached procedure, else the plain one, else the
 * listings themselves. All answer in the same shape, order and totals as the device.
 */
import { clipBio } from '@/db/search/entry';
import { CRITERIA, type Criteria, type RankingCriterion } from '@/db/search/search-rules';
import { textOrNull } from '@/lib/read';
import { callProcedure, RestFailure } from '@/lib/rest';
import { textsOf } from '@/lib/stored';
import { SessionCache } from '@/reads/session-cache';
import { reasonOf } from './reason';
import { PAGE_SIZE, type SearchFilters, type SearchResult, type TeacherCard } from './schema';
import { withReason } from './search-local';

const PROCEDURES = ['search_teachers_with_filters_cached', 'search_teachers_with_filters'] as const;

/** Specification 001 §9: five seconds, twenty answers. */
export const searchCache = new SessionCache<SearchResult>(5_000, 20);

/** The parameters of both procedures. Criteria are sent only when one is set. */
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
  // Both procedures failed, which is rare: not in the first script.
  const { selectListings } = await import('./search-listings').catch((error: unknown) => {
    throw new RestFailure('network', `The last source of the search did not load: ${error}`);
  });
  return selectListings(filters, signal);
}

/** A teacher as the procedures return one. */
type ProcedureTeacher = Record<string, unknown>;

function readResult(answer: unknown, filters: SearchFilters): SearchResult {
  const { teachers, total_count, total_pages, best_count, is_similar, is_area_empty } = (answer ??
    {}) as Record<string, unknown>;
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
    ...(is_area_empty === true && { emptyArea: filters.area }),
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
