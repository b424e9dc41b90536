/**
 * The teachers whose rows come first in a first sync. All others follow in the order of the pull, so that only as many
 * are asked for by id as a person may open before it has ended.
 */
import type { SearchIndex } from '@/db/search/search-index';

export interface Interests {
  /** Ids of teachers that the person has saved. */
  saved: readonly string[];
  /** The id of the own city. */
  city: string | null;
  /** Ids of the person's own styles. */
  styles: readonly string[];
}

/** At most `most` ids: saved teachers, then those of the own city, then those of the own styles, each in rank order. */
export function firstOfUse(index: SearchIndex, { saved, city, styles }: Interests, most: number): string[] {
  const ids = new Set(saved.filter((id) => index.byId(id) !== null));
  const add = (cityIds: ReadonlySet<string> | null, styleIds: ReadonlySet<string> | null) => {
    // Some of them may be there already.
    const { entries } = index.search({ name: '', cityIds, styleIds }, 0, most);
    for (const { id } of entries) ids.add(id);
  };
  if (city !== null) add(new Set([city]), null);
  if (styles.length > 0) add(null, new Set(styles));
  return [...ids].slice(0, most);
}
