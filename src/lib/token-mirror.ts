/**
 * A copy of the access token for workers, which cannot read lib/stored.ts. Without the refresh token: the worker never
 * refreshes.
 */

import { type IDBPDatabase, openDB } from 'idb';
import { fieldsOf, isNumber, isText } from './stored';

export const MIRROR_DATABASE = 'danceflix-auth';
export const MIRROR_STORE = 'mirror';
export const MIRROR_KEY = 'current';

export interface Mirror {
  sub: string;
  accessToken: string;
  /** Seconds since 1970 by this phone's clock. */
  exp: number;
}

/** Throws when storage does not work. */
export async function readMirror(): Promise<Mirror | null> {
  const { sub, accessToken, exp } = fieldsOf(await withMirror((db) => db.get(MIRROR_STORE, MIRROR_KEY)));
  return isText(sub) && isText(accessToken) && isNumber(exp) ? { sub, accessToken, exp } : null;
}

/** Opens the copy's database for `work`. Throws when storage does not work. */
export async function withMirror<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB(MIRROR_DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(MIRROR_STORE),
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
