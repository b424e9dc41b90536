/** Writes the copy of the access token that the worker reads (lib/token-mirror). */
import { MIRROR_KEY, MIRROR_STORE, type Mirror, withMirror } from '@/lib/token-mirror';
import type { StoredSession } from './stored-session';

/** Throws when storage does not work. */
export async function writeMirror({ userId, accessToken, expiresAt }: StoredSession): Promise<void> {
  const mirror: Mirror = { sub: userId, accessToken, exp: Math.floor(expiresAt / 1000) };
  await withMirror((db) => db.put(MIRROR_STORE, mirror, MIRROR_KEY));
}

/** Throws when storage refuses. */
export async function clearMirror(): Promise<void> {
  if (globalThis.indexedDB) await withMirror((db) => db.clear(MIRROR_STORE));
}
