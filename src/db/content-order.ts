/** Picking content out of rows, the same for those of the replica and those of the server. */
import type { ContentRow } from './rows';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Slugs are never shaped like ids. */
export function isId(slugOrId: string): boolean {
  return UUID.test(slugOrId);
}

/** By sort key, then by id, as on the server. */
export function inOrder(rows: readonly ContentRow[]): ContentRow[] {
  return [...rows].sort((a, b) => compare(a.sort_key, b.sort_key) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
