/** The list of names beneath what is typed, and the item that was chosen from it. */
import { type Municipality, municipalitiesNamed } from '@/lib/brazil/municipalities';
import { fold, foldName } from '@/lib/text';
import { itemNamed, type NamedItem, type NameKind, withoutSpaces } from './name-search';

/** Characters from which a text filters the list (000 §5): there are few styles, so the first letter already helps. */
const STARTS_AT: Record<NameKind, number> = { cidades: 2, estilos: 1 };

/** Whether this text narrows the list. */
export const narrows = (kind: NameKind, typed: string): boolean =>
  withoutSpaces(fold(typed)).length >= STARTS_AT[kind];

export function matchNames(kind: NameKind, items: readonly NamedItem[], typed: string): readonly NamedItem[] {
  if (!narrows(kind, typed)) return items;
  const wanted = withoutSpaces(fold(typed));
  return items.filter(({ name }) => withoutSpaces(foldName(name)).includes(wanted));
}

/** How many municipalities a text may add. */
const ADDED = 40;

/** The items that match a text, and the municipalities of that name that are none of them. */
export function withOthers(
  matching: readonly NamedItem[],
  all: readonly Municipality[] | null,
  text: string,
): readonly NamedItem[] {
  if (all === null) return matching;
  const listed = new Set(matching.map(({ name }) => withoutSpaces(foldName(name))));
  const others = municipalitiesNamed(all, text, null, ADDED).filter(({ folded }) => !listed.has(folded));
  return [...matching, ...others];
}

/** Finds the chosen item in the current list: by id, or by name when a draft holds an id of an older list. */
export function resolveItem(
  items: readonly NamedItem[],
  id: string | null,
  name: string | null,
): NamedItem | null {
  return items.find((item) => item.id === id) ?? (name ? itemNamed(items, name) : null);
}

/** The items of the list, those of `first` (ids) apart and in that order; each item once. */
export function withFirst(
  items: readonly NamedItem[],
  first: readonly string[],
): { top: readonly NamedItem[]; rest: readonly NamedItem[] } {
  const top = first.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return { top, rest: top.length === 0 ? items : items.filter((item) => !top.includes(item)) };
}
