/** Finds a city in the list, ignoring accents, case and spaces; filtering starts at two characters (000 §5). */
import { foldName } from '@/lib/fold-name';
import { fold } from '@/lib/text';

export interface CityItem {
  id: string;
  name: string;
}

const STARTS_AT = 2;

const withoutSpaces = (folded: string) => folded.replaceAll(' ', '');

/** Whether this text narrows the list. */
export const narrows = (typed: string): boolean => withoutSpaces(fold(typed)).length >= STARTS_AT;

export function matchCities(cities: readonly CityItem[], typed: string): readonly CityItem[] {
  if (!narrows(typed)) return cities;
  const wanted = withoutSpaces(fold(typed));
  return cities.filter(({ name }) => withoutSpaces(foldName(name)).includes(wanted));
}

/** The city whose whole name was typed; null when there is none. */
export function namedCity(cities: readonly CityItem[], typed: string): CityItem | null {
  const wanted = withoutSpaces(fold(typed));
  return cities.find(({ name }) => withoutSpaces(foldName(name)) === wanted) ?? null;
}

/** Finds the chosen city in the current list: by id, or by name when a draft holds an id of an older list. */
export function resolveCity(
  cities: readonly CityItem[],
  id: string | null,
  name: string | null,
): CityItem | null {
  return cities.find((city) => city.id === id) ?? (name ? namedCity(cities, name) : null);
}

/** The cities with those of `first` (ids) on top, in that order; each city once. */
export function withFirst(cities: readonly CityItem[], first: readonly string[]): readonly CityItem[] {
  const top = first.flatMap((id) => cities.find((city) => city.id === id) ?? []);
  return top.length === 0 ? cities : [...top, ...cities.filter((city) => !top.includes(city))];
}
