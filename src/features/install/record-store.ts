/** What this phone remembers of having been asked. No person's: it stays through signing out. */
import { logger } from '@/lib/logger';
import { type InstallRecord, recordFrom } from './record';

const KEY = 'danceflix_install';

/** Where storage is closed to us: it holds until the page is closed, so nobody is asked on their first visit. */
let unstored: InstallRecord | null = null;

export function readRecord(): InstallRecord {
  if (unstored) return unstored;
  try {
    return recordFrom(localStorage.getItem(KEY));
  } catch (error) {
    logger.info('Storage is closed', error);
    return recordFrom(null);
  }
}

/** Changes what every tab has written so far. */
export function changeRecord(change: (record: InstallRecord) => InstallRecord): InstallRecord {
  const next = change(readRecord());
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
    unstored = null;
  } catch (error) {
    logger.info('Not remembered', error);
    unstored = next;
  }
  return next;
}
