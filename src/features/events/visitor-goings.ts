/**
 * The dates that somebody without an account goes to, on this phone only and not counted. Signing in neither sends nor
 * forgets them: the phone may be another person's.
 */
import { useSyncExternalStore } from 'react';
import { stored, textsOf } from '@/lib/stored';

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
  const anew = ({ key }: StorageEvent) => {
    if (key !== null && key !== kept.key) return;
    shown = null;
    changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', anew);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', anew);
  };
}

export const useVisitorGoings = (): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, visitorGoings, () => NONE);
