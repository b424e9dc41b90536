/**
 * The dates that somebody without an account goes to, on this phone only and not counted. Signing in neither sends nor
 * forgets them: the phone may be another person's.
 */

import { useSyncExternalStore } from 'react';
import { stored, textsOf } from '@/lib/stored';
import { onStoredElsewhere } from '@/lib/stored-elsewhere';

const MOST = 200;
const kept = stored<string[]>('danceflix_goings', (value) => textsOf(value).slice(-MOST));

const NONE: ReadonlySet<string> = new Set();
let shown: ReadonlySet<string> | null = null;
const listeners = new Set<() => void>();

export const visitorGoings = (): ReadonlySet<string> => {
  shown ??= new Set(kept.read() ?? []);
  return shown;
};

/** False when the storage refuses. */
export function setVisitorGoing(key: string, going: boolean): boolean {
  // Read anew: another tab may have written.
  const others = (kept.read() ?? []).filter((one) => one !== key);
  const next = going ? [...others, key].slice(-MOST) : others;
  if (!kept.write(next.length === 0 ? null : next)) return false;
  shown = new Set(next);
  for (const listener of listeners) listener();
  return true;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  const stop = onStoredElsewhere(kept.key, () => {
    shown = null;
    changed();
  });
  return () => {
    listeners.delete(changed);
    stop();
  };
}

export const useVisitorGoings = (): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, visitorGoings, () => NONE);
