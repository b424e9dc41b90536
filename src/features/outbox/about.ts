/** Names of the teacher, the style and the city that an unsent write is about: three favourites look alike without them. */
import type { Catalog } from '@/db/memory/catalog';
import { fieldsOf, isText } from '@/lib/stored';

export type Names = Pick<Catalog, 'index' | 'cities' | 'danceStyles'>;

/** 'Marina Couto', 'Tango · Garopaba · Centro'; null where the phone knows no name. */
export function aboutOf(payload: unknown, { index, cities, danceStyles }: Names): string | null {
  // A write that creates a row has it in a field of its own.
  const fields = Object.assign({}, ...Object.values(fieldsOf(payload)).map(fieldsOf), fieldsOf(payload));
  const named = (names: readonly string[], nameOf: (id: string) => string | undefined) =>
    names.flatMap((name) => (isText(fields[name]) ? (nameOf(fields[name]) ?? []) : []));
  const words = [
    ...named(['teacherId', 'teacher_id'], (id) => index.byId(id)?.face[0]),
    ...named(['style_id', 'dance_style_id'], (id) => danceStyles.get(id)?.[1]),
    ...named(['city_id'], (id) => cities.get(id)?.[1]),
    ...named(['neighborhood'], (text) => text || undefined),
  ];
  return words.length === 0 ? null : words.join(' · ');
}
