/** Keeps the session of who is signed in fresh while somebody looks, and brings half-finished states to an end. */
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import { loadAccount, toIdentity } from './account';
import { updateIdentity } from './adopt';
import { takeConfirmation } from './arrival';
import { identityStore, presentIdentity, setChecking } from './identity';
import { accessFor, LEFT_AT_LEAST } from './refresh';
import { forgetPerson } from './release';
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

/** What a start finds: a confirmation link, a session without identity, an identity without session. */
export async function settleStart(): Promise<void> {
  const confirmation = takeConfirmation();
  if (confirmation) {
    setChecking(true);
    const { enterWithLink } = await import('./session');
    const outcome = await enterWithLink(confirmation.accessToken, confirmation.refreshToken);
    logger.info('Confirmation link', outcome.kind);
    setChecking(false);
  }
  const session = readSession();
  const identity = presentIdentity();
  if (identity && session?.userId !== identity.userId) {
    // A sign-out that was cut off, or failed half-way.
    await forgetPerson(identity.userId).catch((error: unknown) => logger.error('Not all forgotten', error));
    return;
  }
  if (!session) return;
  keepFresh();
  if (!identity) await findIdentity(session.userId);
}

/** The cache was lost, the session not. Without network nobody can know who this is until it is back. */
async function findIdentity(userId: string): Promise<void> {
  const found = await refreshIdentity(userId);
  if (found || identityStore.getState().identity) return;
  setChecking(false);
  const unsubscribe = connection.subscribe((now) => {
    if (now !== 'online') return;
    void refreshIdentity(userId).then((later) => later && unsubscribe());
  });
}

/** Asks the server who this is. Resolves to whether it said; an account that is gone is signed out. */
export async function refreshIdentity(userId: string): Promise<boolean> {
  try {
    const access = await accessFor(userId);
    if (access.kind !== 'ok') return false;
    const account = await loadAccount(userId, access.session.accessToken);
    if (account.state === 'removed') await forgetPerson(userId, 'revoked');
    else updateIdentity(toIdentity(account, presentIdentity()?.email ?? ''));
    return true;
  } catch (error) {
    logger.info('Identity not refreshed', error);
    return false;
  }
}
