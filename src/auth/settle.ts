/** Resolves unfinished states at start: links, lost caches, interrupted sign-outs. Never loaded for visitors. */
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import { loadAccount, toIdentity } from './account';
import { takeConfirmation } from './entering/arrival';
import { confirmationStore } from './entering/confirmation';
import { identityStore, presentIdentity, setChecking } from './identity';
import { forgetPerson, INTERRUPTED, REMOVED } from './leaving/release';
import { updateIdentity } from './session/adopt';
import { keepFresh } from './session/keeper';
import { accessFor, mirrorSession } from './session/refresh';
import { readSession } from './session/stored-session';

/** Handles a confirmation link, a session without identity, or an identity without session. */
export async function settleStart(): Promise<void> {
  const confirmation = takeConfirmation();
  if (confirmation) {
    setChecking(true);
    const { enterWithLink } = await import('./entering/enter');
    const outcome = await enterWithLink(confirmation.accessToken, confirmation.refreshToken);
    logger.info('A confirmation link was handled', outcome.kind);
    if (outcome.kind === 'elsewhere') confirmationStore.setState({ note: outcome });
    else if (outcome.kind !== 'ok' && outcome.kind !== 'registering')
      confirmationStore.setState({ note: { kind: 'failed' } });
    setChecking(false);
  }
  const session = readSession();
  const identity = presentIdentity();
  if (identity && session?.userId !== identity.userId) {
    // A sign-out was interrupted, or failed half-way.
    await forgetPerson(identity.userId, INTERRUPTED).catch((error: unknown) =>
      logger.error('Not all of the person’s data was deleted', error),
    );
    return;
  }
  if (!session) return;
  keepFresh();
  // The browser may have lost its databases but kept the session: this restores the worker's copy without a refresh.
  void mirrorSession();
  if (!identity) await findIdentity(session.userId);
}

/** The cache was lost, the session was not. Without a network the person stays unknown until it is back. */
async function findIdentity(userId: string): Promise<void> {
  const found = await refreshIdentity(userId);
  if (found || identityStore.getState().identity) return;
  setChecking(false);
  const unsubscribe = connection.subscribe((now) => {
    if (now !== 'online') return;
    void refreshIdentity(userId).then((later) => later && unsubscribe());
  });
}

/** Asks the server who is signed in. Resolves to whether it responded; a person whose account is gone is signed out. */
export async function refreshIdentity(userId: string): Promise<boolean> {
  try {
    const access = await accessFor(userId);
    if (access.kind !== 'ok') return false;
    const account = await loadAccount(userId, access.session.accessToken);
    if (account.state === 'removed') await forgetPerson(userId, REMOVED);
    else updateIdentity(toIdentity(account, presentIdentity()?.email ?? ''));
    return true;
  } catch (error) {
    logger.info('The identity was not refreshed', error);
    return false;
  }
}
