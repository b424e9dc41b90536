/** The list of names beneath what is typed, and the item that was chosen from it. */
import { fold, foldName } from '@/lib/text';
import { itemNamed, type NamedItem, type NameKind, narrows, withoutSpaces } from './name-search';

export function matchNames(kind: NameKind, items: readonly NamedItem[], typed: string): readonly NamedItem[] {
  if (!narrows(kind, typed)) return items;
  const wanted = withoutSpaces(fold(typed));
  return items.filter(({ name }) => withoutSpaces(foldName(name)).includes(wanted));
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
