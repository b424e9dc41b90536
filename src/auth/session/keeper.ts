/** Refreshes the signed-in person's session while the page is visible. */
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import { accessFor, LEFT_AT_LEAST } from './refresh';
import { onSession, readSession } from './stored-session';

/** Milliseconds before its expiry at which a token is refreshed. */
const AHEAD = LEFT_AT_LEAST + 30_000;
/** The longest timer that is set, in milliseconds: clocks jump, phones sleep. */
const LOOK_AGAIN = 5 * 60_000;
const SOONEST = 5_000;

let stopKeeping: (() => void) | null = null;

/** Starts the refreshing; does nothing when it already runs. */
export function keepFresh(): void {
  if (stopKeeping) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new AbortController();
  const check = async () => {
    clearTimeout(timer);
    const session = readSession();
    if (!session || over.signal.aborted) return;
    if (session.expiresAt - Date.now() <= AHEAD && mayAsk()) await accessFor(session.userId);
    plan();
  };
  const plan = () => {
    clearTimeout(timer);
    const session = readSession();
    if (!session || over.signal.aborted) return;
    const left = session.expiresAt - Date.now() - AHEAD;
    const failed = left <= 0;
    const delay = failed ? 30_000 : Math.min(Math.max(left, SOONEST), LOOK_AGAIN);
    timer = setTimeout(() => void run(), delay);
  };
  const run = () => check().catch((error: unknown) => logger.warn('The session was not refreshed', error));
  const unsubscribe = [connection.subscribe((now) => now === 'online' && void run()), onSession(plan)];
  document.addEventListener('visibilitychange', () => mayAsk() && void run(), { signal: over.signal });
  stopKeeping = () => {
    over.abort();
    clearTimeout(timer);
    for (const stop of unsubscribe) stop();
    stopKeeping = null;
  };
  void run();
}

/** For tests: a page has only one refresh timer. */
export function stopKeepingFresh(): void {
  stopKeeping?.();
}

function mayAsk(): boolean {
  return connection.get() === 'online' && document.visibilityState !== 'hidden';
}
