/** The list of cities beneath what is typed, and the city that was chosen from it. */
import { foldName } from '@/lib/fold-name';
import { fold } from '@/lib/text';
import { type CityItem, namedCity, narrows, withoutSpaces } from './city-search';

export function matchCities(cities: readonly CityItem[], typed: string): readonly CityItem[] {
  if (!narrows(typed)) return cities;
  const wanted = withoutSpaces(fold(typed));
  return cities.filter(({ name }) => withoutSpaces(foldName(name)).includes(wanted));
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
