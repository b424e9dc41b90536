/**
 * On an empty phone the first pages of the collections that search needs are fetched in parallel: in sequence, each
 * would wait for the round trip of the one before.
 */

import { type CollectionName, PUBLIC } from '@/db/collections';
import type { Replica } from '@/db/replica';
import type { FetchPage } from './fetch-page';
import type { PageSize } from './page-size';

interface AskingAhead {
  replica: Replica;
  fetchPage: FetchPage;
  pageSizes: Record<CollectionName, PageSize>;
}

/** Requests the first pages of those of `names` that the phone has no rows of; returns a way to take each one. */
export async function requestFirstPages(
  names: readonly CollectionName[],
  { replica, fetchPage, pageSizes }: AskingAhead,
  signal: AbortSignal,
): Promise<FetchPage> {
  const first = new Map<CollectionName, Promise<unknown>>();
  for (const name of names) {
    // Listings come from the search file first.
    if (!PUBLIC[name].searched || name === 'teachers' || (await replica[name].state())) continue;
    const page = fetchPage(name, null, signal, pageSizes[name].rows);
    // Awaited in its turn, unless the round ends before.
    page.catch(() => undefined);
    first.set(name, page);
  }
  return (name, after, until, size) => {
    const page = after ? undefined : first.get(name);
    first.delete(name);
    return page ?? fetchPage(name, after, until, size);
  };
}
