import { fold } from '@/lib/text';
import type { Dancer } from './schema';

/** Names of city and style from the address; an empty name does not filter. */
export interface DancerFilter {
  city: string;
  style: string;
}

/** The dancers who live in the city and dance the style; an unknown name finds none. */
export function filterDancers(dancers: readonly Dancer[], { city, style }: DancerFilter): Dancer[] {
  const [wantedCity, wantedStyle] = [fold(city), fold(style)];
  return dancers.filter(
    (one) =>
      (wantedCity === '' || fold(one.cityName ?? '') === wantedCity) &&
      (wantedStyle === '' || one.styles.some((name) => fold(name) === wantedStyle)),
  );
}

/** Options of the filters: the names that have dancers, each once and sorted. */
export function choicesOf(dancers: readonly Dancer[]): { cities: string[]; styles: string[] } {
  const inOrder = (names: Iterable<string>) =>
    [...new Set(names)].sort((a, b) => (fold(a) < fold(b) ? -1 : 1));
  return {
    cities: inOrder(dancers.flatMap(({ cityName }) => cityName ?? [])),
    styles: inOrder(dancers.flatMap(({ styles }) => styles)),
  };
}
