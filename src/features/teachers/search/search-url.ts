import { visibleText } from '@/db/search/name-query';
import { CRITERIA, type Criteria } from '@/db/search/search-rules';
import type { SearchFilters } from '../schema';

/** Characters; longer than any real name, style or city. */
export const FILTER_MAX_LENGTH = 80;

/** More pages than any list has; the procedures take 32-bit integers. */
const LAST_PAGE = 1_000_000;

/** In the address of a text that the home page's form sent before scripts had loaded (free-text.tsx). */
export const FREE_TEXT = 'texto-livre';

export const NO_FILTERS = { name: '', style: '', city: '', page: 1 } as const satisfies SearchFilters;

/** Takes every criterion off. */
export const NO_CRITERIA: Criteria = Object.fromEntries(CRITERIA.map((name) => [name, undefined]));

/** Style and city that apply when the query does not name them. */
export type SearchPreset = Pick<SearchFilters, 'style' | 'city'>;

export const NO_PRESET = { style: '', city: '' } as const satisfies SearchPreset;

function text(params: URLSearchParams, key: string): string {
  // Several half-days are longer than any name.
  return visibleText((params.get(key) ?? '').slice(0, key === 'when' ? 200 : FILTER_MAX_LENGTH)).trim();
}

/** Filters from a URL's query. Any page that is not an integer from 2 to a million is page 1. */
export function filtersFromQuery(query: string, preset: SearchPreset = NO_PRESET): SearchFilters {
  const params = new URLSearchParams(query);
  const page = Number(params.get('page') ?? '1');
  return {
    name: text(params, 'name'),
    style: params.has('style') ? text(params, 'style') : preset.style,
    city: params.has('city') ? text(params, 'city') : preset.city,
    ...criteriaFrom(params),
    page: Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : 1,
  };
}

/** Only those that are set. */
function criteriaFrom(params: URLSearchParams): Criteria {
  const set = CRITERIA.filter((name) => text(params, name) !== '');
  return Object.fromEntries(set.map((name) => [name, text(params, name)]));
}

/** The set criteria of the filters; of a text the part that counts. */
export const criteriaOf = (filters: SearchFilters): [(typeof CRITERIA)[number], string][] =>
  CRITERIA.map((name): [typeof name, string] => [name, (filters[name] ?? '').trim()]).filter(
    ([, value]) => value !== '',
  );

/**
 * `query` with the filters written into it: '?name=…&style=…&city=…&page=…' and the criteria of search-rules.ts, each only
 * when set, `page` only above 1.
 * Parameters of others (campaign tags) stay. Empty when nothing is left. Where a page presets a style or city, having
 * none of it is what must be said: '?city='.
 */
export function queryWithFilters(
  query: string,
  filters: SearchFilters,
  preset: SearchPreset = NO_PRESET,
): '' | `?${string}` {
  const params = new URLSearchParams(query);
  for (const key of ['name', 'style', 'city', ...CRITERIA, 'page']) params.delete(key);
  if (filters.name.trim() !== '') params.set('name', filters.name.trim());
  if (filters.style !== preset.style) params.set('style', filters.style);
  if (filters.city !== preset.city) params.set('city', filters.city);
  for (const [name, value] of criteriaOf(filters)) params.set(name, value);
  if (filters.page > 1) params.set('page', String(filters.page));
  const written = params.toString();
  return written === '' ? '' : `?${written}`;
}

/** The filters as phone and server are asked: typed and pasted texts have characters that nobody sees. */
export const askedFilters = (filters: SearchFilters): SearchFilters =>
  JSON.parse(JSON.stringify(filters), (_, value) => (typeof value === 'string' ? visibleText(value) : value));

/** The set criteria as a query: equal texts for equal criteria. */
export const criteriaKey = (filters: SearchFilters): string =>
  new URLSearchParams(criteriaOf(filters)).toString();

/** How many filters are set. */
export function countFilters(filters: SearchFilters): number {
  const { name, style, city } = filters;
  return [name.trim(), style, city].filter((value) => value !== '').length + criteriaOf(filters).length;
}
