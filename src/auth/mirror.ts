/**
 * The access token where a worker can read it: workers have no localStorage. Without the refresh token, since the
 * worker never refreshes: a token that ran out is of no use to it.
 */
import { type IDBPDatabase, openDB } from 'idb';
import type { StoredSession } from './stored-session';

export const MIRROR_DATABASE = 'danceflix-auth';
const STORE = 'mirror';
const KEY = 'current';

export interface Mirror {
  sub: string;
  accessToken: string;
  /** Seconds since 1970 by this phone's clock. */
  exp: number;
}

/** Throws when storage does not work. */
export async function writeMirror({ userId, accessToken, expiresAt }: StoredSession): Promise<void> {
  const mirror: Mirror = { sub: userId, accessToken, exp: Math.floor(expiresAt / 1000) };
  await withStore((db) => db.put(STORE, mirror, KEY));
}

/** Throws when storage does not work. */
export async function readMirror(): Promise<Mirror | null> {
  return ((await withStore((db) => db.get(STORE, KEY))) as Mirror | undefined) ?? null;
}

/** Throws when storage refuses to forget. */
export async function clearMirror(): Promise<void> {
  if (globalThis.indexedDB) await withStore((db) => db.clear(STORE));
}

async function withStore<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB(MIRROR_DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
