/** What this phone remembers of having been asked. No person's: it stays through signing out. */
import { readText, writeText } from '@/lib/stored';
import { type InstallRecord, recordFrom } from './record';

const KEY = 'danceflix_install';

/** Where storage is closed to us: it holds until the page is closed, so nobody is asked on their first visit. */
let unstored: InstallRecord | null = null;

export function readRecord(): InstallRecord {
  return unstored ?? recordFrom(readText(KEY));
}

/** Changes what every tab has written so far. */
export function changeRecord(change: (record: InstallRecord) => InstallRecord): InstallRecord {
  const next = change(readRecord());
  unstored = writeText(KEY, JSON.stringify(next)) ? null : next;
  return next;
}
