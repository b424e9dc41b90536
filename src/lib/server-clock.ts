/**
 * The server's time as this phone knows it: a phone's own clock may be days off, and would call a dance over that is
 * tomorrow. The difference is learnt from the server's answers (learn-server-clock.ts) and kept, for starts without a
 * connection. Where a moment decides what people read about others (is it over, how old is it), read `serverNow`; for
 * durations on this phone, `Date.now`.
 */
import { fieldsOf, isNumber, stored } from './stored';

/** Milliseconds: a smaller difference may be the time that the answer took, and changes no day. */
export const NEGLIGIBLE = 60_000;

export interface Difference {
  /** Milliseconds that the server's clock is ahead of this phone's; negative where the phone's is fast. */
  ahead: number;
  /** The phone's own time when this was last used. */
  seenAt: number;
}

export const NO_DIFFERENCE: Difference = { ahead: 0, seenAt: 0 };
export const keptDifference = stored<Difference>('danceflix_clock', (value) => {
  const { ahead, seenAt } = fieldsOf(value);
  return isNumber(ahead) && isNumber(seenAt) ? { ahead, seenAt } : null;
});
let known: Difference | null = null;

/** Milliseconds since 1970 by the server's clock; by the phone's while no answer has said otherwise. */
export function serverNow(): number {
  const phone = Date.now();
  known ??= keptDifference.read() ?? NO_DIFFERENCE;
  // The phone's clock was set back since: the difference is no longer known.
  if (phone < known.seenAt - NEGLIGIBLE) keepDifference(NO_DIFFERENCE);
  else if (known.ahead !== 0 && phone - known.seenAt > NEGLIGIBLE)
    keepDifference({ ...known, seenAt: phone });
  return phone + known.ahead;
}

export function keepDifference(next: Difference): void {
  const isKept = known !== null && known.ahead === next.ahead && known.seenAt === next.seenAt;
  known = next;
  if (!isKept) keptDifference.write(next.ahead === 0 ? null : next);
}

/** The next look reads it from the disk: another tab has written it, or a test begins anew. */
export function forgetServerClock(): void {
  known = null;
}
