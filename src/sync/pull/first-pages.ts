/**
 * On an empty device the first pages of what search needs travel together: one after another each would wait for the way
 * there and back of the one before.
 */

import { type CollectionName, PUBLIC } from '@/db/collections';
import type { Replica } from '@/db/replica';
import type { PageSize } from './page-size';
import type { FetchPage } from './pull-collection';

interface AskingAhead {
  replica: Replica;
  fetchPage: FetchPage;
  pageSizes: Record<CollectionName, PageSize>;
}

/** Asks for the first pages of those of `names` that the device has nothing of; answers how to get at them in turn. */
export async function requestFirstPages(
  names: readonly CollectionName[],
  { replica, fetchPage, pageSizes }: AskingAhead,
  signal: AbortSignal,
): Promise<FetchPage> {
  const first = new Map<CollectionName, Promise<unknown>>();
  for (const name of names) {
    if (!PUBLIC[name].searched || (await replica[name].state())) continue;
    const page = fetchPage(name, null, signal, pageSizes[name].rows);
    // Waited for in its turn, unless the round is over before.
    page.catch(() => undefined);
    first.set(name, page);
  }
  return (name, after, until, size) => {
    const page = after ? undefined : first.get(name);
    first.delete(name);
    return page ?? fetchPage(name, after, until, size);
  };
}
