/** Finds a city in the list, ignoring accents, case and spaces; filtering starts at two characters (000 §5). */
import { foldName } from '@/lib/fold-name';
import { fold } from '@/lib/text';

export interface CityItem {
  id: string;
  name: string;
}

const STARTS_AT = 2;

export const withoutSpaces = (folded: string) => folded.replaceAll(' ', '');

/** Whether this text narrows the list. */
export const narrows = (typed: string): boolean => withoutSpaces(fold(typed)).length >= STARTS_AT;

/** The city whose whole name was typed; null when there is none. */
export function namedCity(cities: readonly CityItem[], typed: string): CityItem | null {
  const wanted = withoutSpaces(fold(typed));
  return cities.find(({ name }) => withoutSpaces(foldName(name)) === wanted) ?? null;
}
