/** Keeps the session of who is signed in fresh while somebody looks. */
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import { accessFor, LEFT_AT_LEAST } from './refresh';
import { onSession, readSession } from './stored-session';

/** Milliseconds before its end at which a token is refreshed. */
const AHEAD = LEFT_AT_LEAST + 30_000;
/** The longest time that a timer is trusted: clocks jump, phones sleep. */
const LOOK_AGAIN = 5 * 60_000;
const SOONEST = 5_000;

let stopKeeping: (() => void) | null = null;

/** Starts keeping the session; does nothing when it is being kept. */
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
  const run = () => check().catch((error: unknown) => logger.warn('Keeping the session', error));
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

/** For tests: one page has one keeper. */
export function stopKeepingFresh(): void {
  stopKeeping?.();
}

function mayAsk(): boolean {
  return connection.get() === 'online' && document.visibilityState !== 'hidden';
}
