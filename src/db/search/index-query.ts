/** A query to the search index: which listings it takes, apart from the name, and whether it is the one before. */
import type { ListingEntry } from './entry';
import { type Demands, isChecked, isWanted, NO_DEMANDS } from './search-rules';

export interface IndexQuery {
  /** The name to search (`searchedName`); empty for all. */
  name: string;
  /** null for all; the empty set finds nothing. */
  cityIds: ReadonlySet<string> | null;
  styleIds: ReadonlySet<string> | null;
  /** Absent: none. */
  demands?: Demands;
  /** Ids to leave out. */
  without?: ReadonlySet<string>;
}

/** Apart from the name. */
export function fits(
  entry: ListingEntry,
  { cityIds, styleIds, demands = NO_DEMANDS, without }: IndexQuery,
  day: number,
): boolean {
  if (without?.has(entry.id)) return false;
  if (cityIds && (entry.cityId === null || !cityIds.has(entry.cityId))) return false;
  if (styleIds && !entry.styleIds.some((id) => styleIds.has(id))) return false;
  if (!isWanted(entry, demands)) return false;
  return demands.check === null || isChecked(entry.checks, demands.check, day);
}

/** Whether two queries differ only in the name. */
export function sameBut(a: Omit<IndexQuery, 'name'>, b: Omit<IndexQuery, 'name'>): boolean {
  return (
    sameIds(a.cityIds, b.cityIds) &&
    sameIds(a.styleIds, b.styleIds) &&
    sameDemands(a.demands ?? NO_DEMANDS, b.demands ?? NO_DEMANDS) &&
    sameIds(a.without ?? null, b.without ?? null)
  );
}

/** An area changes the order only. */
function sameDemands(a: Demands, b: Demands): boolean {
  return a.slots === b.slots && a.level === b.level && a.needs === b.needs && a.check === b.check;
}

function sameIds(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  if (a === b) return true;
  if (!a || !b || a.size !== b.size) return false;
  for (const id of a) if (!b.has(id)) return false;
  return true;
}

/** A lookup table of the wanted positions of `ids`. */
export function placesIn(ids: readonly string[], wanted: ReadonlySet<string>): Uint8Array {
  return Uint8Array.from(ids, (id) => (wanted.has(id) ? 1 : 0));
}
