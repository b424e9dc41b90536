/**
 * Takes over the rows that a release before packed rows stored one by one: a phone without a network shows them from
 * the first start on, and pulls on from where it was. Read without RxDB, which would open the old collection for good.
 */
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import type { Row } from './collections';
import { type Documents, fresh, isRow, type RowStore, stateDocument } from './documents';
import { type ReplicaState, STATE_ID } from './stored';

/** Rows at once: a multiple of a block. */
const SLICE = 512;
const STORE = 'docs';

/** A document as Dexie has it, which cannot index booleans. */
type Stored = Record<string, unknown> & { id: string; _deleted: string; state?: ReplicaState };

/** Throws errors of the new storage; an old one that cannot be read is dropped, and everything pulled again. */
export async function takeOver<R extends Row>(store: RowStore<R>, name: string): Promise<void> {
  const never = new AbortController().signal;
  await withLock(`danceflix-${name}`, never, async () => {
    const old = await open(name);
    if (!old) return;
    try {
      // An earlier taking over was finished, but for the deletion.
      if ((await store.find([STATE_ID])).length === 0) await copy(old, store);
    } finally {
      old.close();
    }
    await remove(name);
  });
}

async function copy<R extends Row>(old: IDBDatabase, store: RowStore<R>): Promise<void> {
  let state: ReplicaState | null = null;
  for (let after = ''; ; ) {
    const stored = await readAfter(old, after);
    const last = stored.at(-1);
    if (!last) break;
    after = last.id;
    state = stored.find(({ id }) => id === STATE_ID)?.state ?? state;
    await store.write(stored.filter((one) => isRow(one as never)).map(toDocument<R>));
  }
  // After all rows: until then the next start begins again.
  if (state) await store.write([stateDocument<R>(state)]);
}

function toDocument<R extends Row>({ _deleted, ...row }: Stored): Documents<R> {
  return { ...row, ...fresh(_deleted === '1') } as unknown as Documents<R>;
}

async function readAfter(old: IDBDatabase, id: string): Promise<Stored[]> {
  try {
    const rows = old.transaction(STORE).objectStore(STORE);
    return await asked(rows.getAll(IDBKeyRange.lowerBound(id, true), SLICE));
  } catch (error) {
    logger.warn('Rows of an earlier release are pulled again', error);
    return [];
  }
}

/** Null when there is none: it is not created. */
function open(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => {
      // Another tab deletes it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      if (request.error?.name === 'AbortError') resolve(null);
      else reject(request.error);
    };
  });
}

/** A tab with the earlier release may keep it open: it is deleted when that closes it. */
function remove(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
