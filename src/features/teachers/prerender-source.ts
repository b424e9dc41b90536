/** Answers the reads of teachers, cities and styles from rows loaded once, for prerendering pages. */
import { type Area, areasOf } from '@/db/memory/areas';
import { type Catalog, NO_CATALOG } from '@/db/memory/catalog';
import type { TeacherRow } from '@/db/rows/public-rows';
import { SearchIndex } from '@/db/search/search-index';
import type { NamedEntry } from '@/db/search/search-record';
import { toEntry } from '@/db/search/to-entry';
import type { PrerenderSource } from '@/lib/prerendered';
import { type AreasAsked, someAreas } from '@/reads/use-areas';
import { hasNobody } from '@/reads/use-nobody';
import { activeByName } from '@/reads/use-offered-names';
import { HOME_LIST, listLocally } from './featured';
import { factsLocally } from './place-facts';
import { readListing } from './read-listing';
import type { SearchFilters } from './schema';
import { searchLocally } from './search-local';
import type { searchPayload } from './search-remote';
import { toTeacher } from './to-teacher';

export interface TeacherRows {
  teachers: readonly Record<string, unknown>[];
  cities: readonly NamedEntry[];
  danceStyles: readonly NamedEntry[];
}

/** Every style in every city where somebody teaches it. */
export function placesOf(rows: TeacherRows): Area[] {
  return areasOf(catalogOf(rows, rows.teachers.map(readListing)), 1);
}

function catalogOf(rows: TeacherRows, listings: readonly TeacherRow[]): Catalog {
  const index = new SearchIndex();
  index.apply(listings.map(toEntry), []);
  const byId = (items: readonly NamedEntry[]) => new Map(items.map((item) => [item[0], item]));
  return {
    ...NO_CATALOG,
    phase: 'complete',
    index,
    cities: byId(rows.cities),
    danceStyles: byId(rows.danceStyles),
  };
}

export function teacherSource(rows: TeacherRows, now: number): PrerenderSource {
  const listings = rows.teachers.map(readListing);
  const catalog = catalogOf(rows, listings);
  const areas = areasOf(catalog);
  const answers: Record<string, (key: string) => unknown> = {
    search: (key) => searchLocally(catalog, filtersOf(key)),
    nobody: () => hasNobody(catalog),
    featured: () => listLocally(catalog, HOME_LIST, now),
    areas: (key) => someAreas(areas, key as AreasAsked),
    place: (key) => {
      const [style = '', city = ''] = JSON.parse(key) as string[];
      return factsLocally(catalog, { style, city });
    },
    cities: () => activeByName(catalog.cities),
    dance_styles: () => activeByName(catalog.danceStyles),
    // Includes inactive cities and styles, because published content may still name them.
    names: (key) => (key === 'cities' ? rows.cities : rows.danceStyles),
    teacher: (key) => {
      const row = listings.find(({ slug, id }) => slug === key || id === key);
      return row && toTeacher(row, catalog);
    },
  };
  return (question) => {
    const [, kind = '', key = ''] = /^(\S+) ?([\s\S]*)$/.exec(question) ?? [];
    return answers[kind]?.(key);
  };
}

/** Inverse of `searchKey`. */
function filtersOf(key: string): SearchFilters {
  const payload = JSON.parse(key) as ReturnType<typeof searchPayload>;
  return {
    name: payload.name_filter ?? '',
    style: payload.style_filter ?? '',
    city: payload.city_filter ?? '',
    ...payload.criteria,
    page: payload.page_number,
  };
}
