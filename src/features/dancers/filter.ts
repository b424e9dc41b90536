import { fold } from '@/lib/text';
import type { Dancer } from './schema';

/** Names as they stand in the address; empty for all. */
export interface DancerFilter {
  city: string;
  style: string;
}

/** Who lives in the city and dances the style; a name that nobody knows finds nobody. */
export function filterDancers(dancers: readonly Dancer[], { city, style }: DancerFilter): Dancer[] {
  const [wantedCity, wantedStyle] = [fold(city), fold(style)];
  return dancers.filter(
    (one) =>
      (wantedCity === '' || fold(one.cityName ?? '') === wantedCity) &&
      (wantedStyle === '' || one.styles.some((name) => fold(name) === wantedStyle)),
  );
}

/** What can be chosen: names that lead to somebody, each once, in order. */
export function choicesOf(dancers: readonly Dancer[]): { cities: string[]; styles: string[] } {
  const inOrder = (names: Iterable<string>) =>
    [...new Set(names)].sort((a, b) => (fold(a) < fold(b) ? -1 : 1));
  return {
    cities: inOrder(dancers.flatMap(({ cityName }) => cityName ?? [])),
    styles: inOrder(dancers.flatMap(({ styles }) => styles)),
  };
}
