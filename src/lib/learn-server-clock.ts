/** How the difference between the clocks is learnt from the server's answers, and who hears of it. See server-clock.ts. */
import {
  forgetServerClock,
  keepDifference,
  keptDifference,
  NEGLIGIBLE,
  NO_DIFFERENCE,
  serverNow,
} from './server-clock';

import { onStoredElsewhere } from './stored-elsewhere';

const listeners = new Set<() => void>();

/** `ahead`: milliseconds that the server's clock was ahead of this phone's when its answer came. */
export function learnDifference(ahead: number): void {
  const before = serverNow();
  const phone = Date.now();
  keepDifference(Math.abs(ahead) < NEGLIGIBLE ? NO_DIFFERENCE : { ahead, seenAt: phone });
  if (Math.abs(serverNow() - before) < NEGLIGIBLE) return;
  for (const listener of listeners) listener();
}

/** Calls `changed` when the difference was learnt anew, by another tab too. */
export function onServerClock(changed: () => void): () => void {
  listeners.add(changed);
  const stop = onStoredElsewhere(keptDifference.key, () => {
    forgetServerClock();
    changed();
  });
  return () => {
    listeners.delete(changed);
    stop();
  };
}
