/** Finds a name in a list, such as a city's, ignoring accents, case and spaces. */
import { fold, foldName } from '@/lib/text';

export interface NamedItem {
  id: string;
  name: string;
}

/** The kind of names in a field, and its words. */
export interface NameKind {
  /** The plural, which names the list. */
  list: string;
  loading: string;
  /** Said when no name matches. */
  none: string;
  /** Follows a chosen name that the list lacks. */
  unlisted: string;
  /** Number of characters from which a text filters the list. */
  startsAt: number;
}

export const withoutSpaces = (folded: string) => folded.replaceAll(' ', '');

/** Whether this text narrows the list. */
export const narrows = ({ startsAt }: NameKind, typed: string): boolean =>
  withoutSpaces(fold(typed)).length >= startsAt;

/** The item whose whole name was typed; null when there is none. */
export function itemNamed(items: readonly NamedItem[], typed: string): NamedItem | null {
  const wanted = withoutSpaces(fold(typed));
  return items.find(({ name }) => withoutSpaces(foldName(name)) === wanted) ?? null;
}
