/** Selects and orders content, in the same way for rows of the replica and of the server. */
import type { ContentRow } from './public-rows';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether this is an id: slugs never have the shape of one. */
export function isId(slugOrId: string): boolean {
  return UUID.test(slugOrId);
}

/** Sorts by sort key, then by id, as the server does. */
export function inOrder(rows: readonly ContentRow[]): ContentRow[] {
  return [...rows].sort((a, b) => compare(a.sort_key, b.sort_key) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
