import { fold, foldName } from '@/lib/text';

/** The styles that people look for most, first. */
const POPULAR = [
  'Forró',
  'Zouk',
  'Samba de Gafieira',
  'Salsa',
  'Bachata',
  'Tango',
  'Samba',
  'West Coast Swing',
];

const placeOf = (name: string) => {
  const place = POPULAR.indexOf(name);
  return place < 0 ? POPULAR.length : place;
};

/** The popular styles among these, in the order of their popularity. */
export const popularOf = <S extends { name: string }>(styles: readonly S[]): S[] =>
  POPULAR.flatMap((popular) => styles.find(({ name }) => name === popular) ?? []);

/** The popular ones first; the others keep their order. */
export function byPopularity<T>(styles: readonly T[], nameOf: (style: T) => string): T[] {
  return styles.toSorted((one, other) => placeOf(nameOf(one)) - placeOf(nameOf(other)));
}

/** The names that contain this text, ignoring accents, case and spaces. */
export function matchStyles(names: readonly string[], typed: string): readonly string[] {
  const wanted = fold(typed).replaceAll(' ', '');
  if (wanted === '') return names;
  return names.filter((name) => foldName(name).replaceAll(' ', '').includes(wanted));
}
