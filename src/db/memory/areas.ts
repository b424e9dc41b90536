/** Which styles are taught in which cities: the pages 'style × city' and the links to them follow from it. */

import { countByStyleAndCity } from '@/db/search/all-listings';
import { foldName } from '@/lib/text';
import type { Catalog } from './catalog';

/** With fewer teachers a page stays out of the lists of links; search engines find it from the first teacher on. */
export const ENOUGH = 3;

export interface StyleCount {
  style: string;
  /** Teachers of the style in the city. */
  count: number;
}

export interface Area {
  city: string;
  /** Most teachers first. */
  styles: StyleCount[];
}

type Tables = Pick<Catalog, 'index' | 'cities' | 'danceStyles'>;

/** Every city where something that is still offered is taught by at least `least`; cities with most teaching first. */
export function areasOf({ index, cities, danceStyles }: Tables, least = ENOUGH): Area[] {
  const areas = new Map<string, Area>();
  for (const [styleId, byCity] of countByStyleAndCity(index)) {
    const [, style, isOffered] = danceStyles.get(styleId) ?? [];
    if (!style || !isOffered) continue;
    for (const [cityId, count] of byCity) {
      const [, city, isOpen] = cities.get(cityId) ?? [];
      if (!city || !isOpen || count < least) continue;
      const area = areas.get(cityId) ?? { city, styles: [] };
      area.styles.push({ style, count });
      areas.set(cityId, area);
    }
  }
  for (const { styles } of areas.values())
    styles.sort((a, b) => b.count - a.count || byText(a.style, b.style));
  return [...areas.values()].sort((a, b) => sizeOf(b) - sizeOf(a) || byText(a.city, b.city));
}

const sizeOf = ({ styles }: Area) => styles.reduce((sum, { count }) => sum + count, 0);

function byText(a: string, b: string): number {
  return foldName(a) < foldName(b) ? -1 : 1;
}
