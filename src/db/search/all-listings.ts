/** All listings of a search index at once, for what is no search: counts, lists and a new record. */
import { FEATURED, type ListingEntry, rankOf } from './entry';
import { inRankOrder, type SearchIndex } from './search-index';

export function featuredIn(index: SearchIndex): ListingEntry[] {
  const entries = index.changedInOrder().filter((entry) => entry.flags & FEATURED);
  const { rows } = index;
  for (const row of index.liveRows()) {
    if (rows && (rows.record.flags[row] ?? 0) & FEATURED) entries.push(rows.entryAt(row));
  }
  return inRankOrder(entries);
}

/** The number of listings by the id of their city. */
export function countByCity(index: SearchIndex): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (city: string | null | undefined) => {
    if (city) counts.set(city, (counts.get(city) ?? 0) + 1);
  };
  for (const row of index.liveRows()) add(index.rows?.cityAt(row));
  for (const { cityId } of index.changedInOrder()) add(cityId);
  return counts;
}

/** The number of listings by style and city, both by id. */
export function countByStyleAndCity(index: SearchIndex): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  const add = (style: string, city: string | null) => {
    if (!style || !city) return;
    const own = counts.get(style) ?? new Map<string, number>();
    own.set(city, (own.get(city) ?? 0) + 1);
    counts.set(style, own);
  };
  const { rows } = index;
  for (const row of index.liveRows()) {
    for (const style of rows?.stylesAt(row) ?? []) add(style, rows?.cityAt(row) ?? null);
  }
  for (const { cityId, styleIds } of index.changedInOrder()) for (const style of styleIds) add(style, cityId);
  return counts;
}

/** The ids of all listings, in any order. */
export function idsIn(index: SearchIndex): string[] {
  const { rows } = index;
  const ids = index.changedInOrder().map(({ id }) => id);
  if (rows) for (const row of index.liveRows()) ids.push(rows.idAt(row));
  return ids;
}

/** All entries in rank order, decoded. Slow: for building a record only. */
export async function allEntries(
  index: SearchIndex,
  pace: () => Promise<void> | undefined,
): Promise<ListingEntry[]> {
  const changed = [...index.changedInOrder()];
  const { rows } = index;
  const entries: ListingEntry[] = [];
  let change = 0;
  for (const [place, row] of (rows ? [...index.liveRows()] : []).entries()) {
    if (place % 64 === 0) await pace();
    const rank = rows?.rankAt(row) ?? '';
    for (let entry = changed[change]; entry && rankOf(entry) < rank; entry = changed[change]) {
      entries.push(entry);
      change += 1;
    }
    if (rows) entries.push(rows.entryAt(row));
  }
  for (; change < changed.length; change++) entries.push(changed[change] as ListingEntry);
  return entries;
}
