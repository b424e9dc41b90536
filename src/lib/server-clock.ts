/**
 * The server's time as this phone knows it: a phone's own clock may be days off, and would call a dance over that is
 * tomorrow. The difference is learnt from the server's answers and kept, for starts without a connection. Where a moment
 * decides what people read about others (is it over, how old is it), read `serverNow`; for durations on this phone,
 * `Date.now`.
 */
import { fieldsOf, isNumber, stored } from './stored';

/** Milliseconds: a smaller difference may be the time that the answer took, and changes no day. */
const NEGLIGIBLE = 60_000;

interface Difference {
  /** Milliseconds that the server's clock is ahead of this phone's; negative where the phone's is fast. */
  ahead: number;
  /** The phone's own time when this was last used. */
  seenAt: number;
}

const NONE: Difference = { ahead: 0, seenAt: 0 };
const kept = stored<Difference>('danceflix_clock', (value) => {
  const { ahead, seenAt } = fieldsOf(value);
  return isNumber(ahead) && isNumber(seenAt) ? { ahead, seenAt } : null;
});
let known: Difference | null = null;
const listeners = new Set<() => void>();

/** Milliseconds since 1970 by the server's clock; by the phone's while no answer has said otherwise. */
export function serverNow(): number {
  const phone = Date.now();
  known ??= kept.read() ?? NONE;
  // The phone's clock was set back since: the difference is no longer known.
  if (phone < known.seenAt - NEGLIGIBLE) keep(NONE);
  else if (known.ahead !== 0 && phone - known.seenAt > NEGLIGIBLE) keep({ ...known, seenAt: phone });
  return phone + known.ahead;
}

/** `ahead`: milliseconds that the server's clock was ahead of this phone's when its answer came. */
export function learnDifference(ahead: number): void {
  const before = serverNow();
  const phone = Date.now();
  keep(Math.abs(ahead) < NEGLIGIBLE ? NONE : { ahead, seenAt: phone });
  if (Math.abs(serverNow() - before) < NEGLIGIBLE) return;
  for (const listener of listeners) listener();
}

/** Calls `changed` when the difference was learnt anew, by another tab too. */
export function onServerClock(changed: () => void): () => void {
  const anew = ({ key }: StorageEvent) => {
    if (key !== null && key !== kept.key) return;
    known = null;
    changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', anew);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', anew);
  };
}

function keep(next: Difference): void {
  const isKept = known !== null && known.ahead === next.ahead && known.seenAt === next.seenAt;
  known = next;
  if (!isKept) kept.write(next.ahead === 0 ? null : next);
}

/** For tests: as after a new start of the app. */
export function forgetServerClock(): void {
  known = null;
}
