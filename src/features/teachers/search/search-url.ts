import type { SearchFilters } from '../schema';

/** Characters; longer than any real name, style or city. */
export const FILTER_MAX_LENGTH = 80;

/** More pages than any list has; the procedures take 32-bit integers. */
const LAST_PAGE = 1_000_000;

export const NO_FILTERS = { name: '', style: '', city: '', page: 1 } as const satisfies SearchFilters;

/** Style and city that apply when the query does not name them. */
export type SearchPreset = Pick<SearchFilters, 'style' | 'city'>;

export const NO_PRESET = { style: '', city: '' } as const satisfies SearchPreset;

function text(params: URLSearchParams, key: string): string {
  return (params.get(key) ?? '').slice(0, FILTER_MAX_LENGTH);
}

/** Filters from a URL's query. Any page that is not an integer from 2 to a million is page 1. */
export function filtersFromQuery(query: string, preset: SearchPreset = NO_PRESET): SearchFilters {
  const params = new URLSearchParams(query);
  const page = Number(params.get('page') ?? '1');
  return {
    name: text(params, 'name'),
    style: params.has('style') ? text(params, 'style') : preset.style,
    city: params.has('city') ? text(params, 'city') : preset.city,
    ...(text(params, 'when').trim() !== '' && { when: text(params, 'when') }),
    page: Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : 1,
  };
}

/**
 * `query` with the filters written into it: '?name=…&style=…&city=…&when=…&page=…', each only when set, `page` only above 1.
 * Parameters of others (campaign tags) stay. Empty when nothing is left. Where a page presets a style or city, having
 * none of it is what must be said: '?city='.
 */
export function queryWithFilters(
  query: string,
  filters: SearchFilters,
  preset: SearchPreset = NO_PRESET,
): '' | `?${string}` {
  const params = new URLSearchParams(query);
  for (const key of ['name', 'style', 'city', 'when', 'page']) params.delete(key);
  if (filters.name.trim() !== '') params.set('name', filters.name.trim());
  if (filters.style !== preset.style) params.set('style', filters.style);
  if (filters.city !== preset.city) params.set('city', filters.city);
  if (filters.when) params.set('when', filters.when);
  if (filters.page > 1) params.set('page', String(filters.page));
  const written = params.toString();
  return written === '' ? '' : `?${written}`;
}

/** How many filters narrow the list. */
export function countFilters({ name, style, city, when = '' }: SearchFilters): number {
  return [name.trim(), style, city, when].filter((value) => value !== '').length;
}
