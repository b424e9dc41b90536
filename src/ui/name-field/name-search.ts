/** Finds a name in a list, such as a city's, ignoring accents, case and spaces. */
import { fold, foldName } from '@/lib/text';

export interface NamedItem {
  id: string;
  name: string;
}

/** The two kinds of names that a field offers; the value is the Portuguese plural. */
export type NameKind = 'cidades' | 'estilos';

export const withoutSpaces = (folded: string) => folded.replaceAll(' ', '');

/** The item whose whole name was typed; null when there is none. */
export function itemNamed(items: readonly NamedItem[], typed: string): NamedItem | null {
  const wanted = withoutSpaces(fold(typed));
  return items.find(({ name }) => withoutSpaces(foldName(name)) === wanted) ?? null;
}
