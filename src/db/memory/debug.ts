/** Data for /debug/dance-styles: the stored styles, and how to delete them. */

import type { NamedEntry } from '@/db/search/search-record';
import { CACHE_PREFIX, RECORD_DATABASE } from '@/db/search/search-record-store';
import { storedIn } from '@/db/storage/names';
import { storages } from '@/lib/stored';
import { catalogStore } from './catalog';
import { presentLookup } from './lookup';

/** The styles in this page's memory, active or not. */
export function localStyles(): { id: string; name: string; active: boolean }[] {
  const entries: NamedEntry[] = [...catalogStore.get().danceStyles.values()];
  return entries.map(([id, name, active]) => ({ id, name, active: active === true }));
}

/**
 * Deletes the replica of styles and everything named `danceflix_cache_…`; the replica is then filled again. Never
 * touches unsent writes or private data. Throws when a database cannot be deleted.
 */
export async function clearPublicCache(): Promise<void> {
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) if (key.startsWith(CACHE_PREFIX)) storage.removeItem(key);
  }
  const known = (await indexedDB.databases?.()) ?? [{ name: RECORD_DATABASE }];
  for (const { name } of known) if (name?.startsWith(CACHE_PREFIX)) await deleteDatabase(name);
  const lookup = presentLookup();
  if (lookup) await lookup.clearStyles();
  else await deleteDatabase(storedIn('dance_styles'));
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    // Another tab has the database open; it is deleted as soon as that tab closes it.
    request.onblocked = () => resolve();
  });
}
