/** The ways to other teachers: what a person has sought goes along. */
import { filterOf, halfDaysOf } from '@/db/words/half-days';
import type { SearchFilters } from '../schema';
import { lastPreset, lastSearch } from './last-search';
import { filtersFromQuery, NO_FILTERS, queryWithFilters } from './search-url';

/** Names, and half-days as the search's filter; absent or empty for any. */
type Wanted = Partial<Record<'style' | 'city' | 'when', string>>;

type SearchPath = `/search${'' | `?${string}`}`;

/** The search for teachers of this style, city and times. */
export const searchFor = (wanted: Wanted): SearchPath =>
  `/search${queryWithFilters('', { ...NO_FILTERS, ...wanted })}`;

/** The last search, for anybody: without the name of a teacher. `wanted` takes the place of its parts. */
export const searchAgain = (wanted: Wanted = {}): SearchPath =>
  `/search${queryWithFilters('', { ...lastFilters(), name: '', page: 1, ...wanted })}`;

/** Days and times of a request as the search's filter. */
export const whenOf = (days: readonly string[], times: readonly string[]): string =>
  filterOf(halfDaysOf(days, times));

/** The filters of the last search. */
export const lastFilters = (): SearchFilters =>
  filtersFromQuery(lastSearch().replace(/^[^?]*/, ''), lastPreset());
