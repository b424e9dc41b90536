import { filterOf, halfDaysOf } from '@/db/half-days';
import type { SearchFilters } from '../schema';
import { lastSearch } from './last-search';
import { filtersFromQuery, NO_FILTERS, queryWithFilters } from './search-url';

interface Wanted {
  /** Names, empty where none is wanted. */
  style: string;
  city: string;
  /** As a request has them; empty for any. */
  days: readonly string[];
  times: readonly string[];
}

/** The search for teachers of a request's style, city and times. */
export function searchFor({ style, city, days, times }: Wanted): `/search${'' | `?${string}`}` {
  const when = filterOf(halfDaysOf(days, times));
  return `/search${queryWithFilters('', { ...NO_FILTERS, style, city, when })}`;
}

/** The filters of the last search. */
export const lastFilters = (): SearchFilters => filtersFromQuery(lastSearch().replace(/^[^?]*/, ''));
