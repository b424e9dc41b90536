/**
 * The pages that a round asks for at once. On an empty phone the first pages of the collections that search needs are fetched in
 * parallel: in sequence, each would wait for the round trip of the one before. Everywhere else one request asks for the
 * changes of all collections.
 */

import { START } from '@/db/rows/checkpoint';
import { type CollectionName, PUBLIC } from '@/db/rows/collections';
import type { Replica } from '@/db/storage/replica';
import type { AskedAfter, ChangesRequest } from './changes';
import type { FetchPage } from './fetch-page';
import type { PageSize } from './page-size';

interface AskingAhead {
  replica: Replica;
  fetchPage: FetchPage;
  changes: ChangesRequest;
  pageSizes: Record<CollectionName, PageSize>;
  /** A round for own rows is about to begin, and shares the request. */
  isOwnNear: boolean;
}

/** Asks for the first pages of `names`, and returns a way to take each one. */
export async function requestFirstPages(
  names: readonly CollectionName[],
  { replica, fetchPage, changes, pageSizes, isOwnNear }: AskingAhead,
  signal: AbortSignal,
): Promise<FetchPage> {
  const first = new Map<CollectionName, Promise<unknown>>();
  const after = new Map<CollectionName, AskedAfter>();
  for (const name of names) {
    const size = pageSizes[name].rows;
    const state = await replica[name].state();
    if (state?.complete) after.set(name, { checkpoint: state.checkpoint ?? START, size });
    // On an empty phone listings come from the search file first.
    if (state || !PUBLIC[name].searched || name === 'teachers') continue;
    const page = fetchPage(name, null, signal, size);
    // Awaited in its turn, unless the round ends before.
    page.catch(() => undefined);
    first.set(name, page);
  }
  const untaken = new Set(after.keys());
  const asked = changes.ask({ after, user: null, signal }, isOwnNear);
  return async (name, from, until, size) => {
    const page = from ? undefined : first.get(name);
    first.delete(name);
    if (page) return page;
    const changed = untaken.delete(name) ? (await asked)?.page(name, from) : undefined;
    return changed ?? fetchPage(name, from, until, size);
  };
}
