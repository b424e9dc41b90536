/** Finds a city in the list, ignoring accents, case and spaces; filtering starts at two characters (000 §5). */
import { fold } from '@/lib/text';

export interface CityItem {
  id: string;
  name: string;
}

const STARTS_AT = 2;

const squash = (text: string) => fold(text).replaceAll(' ', '');

export function matchCities(cities: readonly CityItem[], typed: string): readonly CityItem[] {
  const wanted = squash(typed);
  if (wanted.length < STARTS_AT) return cities;
  return cities.filter(({ name }) => squash(name).includes(wanted));
}

/** The city whose whole name was typed; null when there is none. */
export function namedCity(cities: readonly CityItem[], typed: string): CityItem | null {
  const wanted = squash(typed);
  return cities.find(({ name }) => squash(name) === wanted) ?? null;
}

/** Finds the chosen city in the current list: by id, or by name when a draft holds an id of an older list. */
export function resolveCity(
  cities: readonly CityItem[],
  id: string | null,
  name: string | null,
): CityItem | null {
  return cities.find((city) => city.id === id) ?? (name ? namedCity(cities, name) : null);
}
