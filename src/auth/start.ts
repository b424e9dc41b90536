/**
 * The part of auth that every page carries: small, without supabase-js. Visitors load nothing beyond it.
 */
import { logger } from '@/lib/logger';
import { hasConfirmation } from './entering/arrival';
import { adoptCached, IDENTITY_KEY, identityStore, readCached } from './identity';
import { closeChannel, hearTabs } from './session/channel';
import { announceSession, readSession, SESSION_KEY } from './session/stored-session';

/** Call before the first render: listens to other tabs and to the back button. */
export function watchIdentity(): void {
  listen();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === IDENTITY_KEY) adoptCached();
    if (key === null || key === SESSION_KEY) announceSession();
  });
  window.addEventListener('pagehide', ({ persisted }) => persisted && closeChannel());
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // A page from the back-forward cache still shows the person of that time.
    if (readCached()?.userId !== identityStore.getState().identity?.userId) {
      document.documentElement.hidden = true;
      location.reload();
    } else listen();
  });
}

/** Call once the first results are painted, or at once when a link waits. Does nothing more for visitors. */
export async function startAuth(): Promise<void> {
  if (!hasConfirmation() && !readSession() && !identityStore.getState().identity) return;
  try {
    const { settleStart } = await import('./settle');
    await settleStart();
  } catch (error) {
    logger.error('Auth did not start', error);
  }
}

/** Whether auth has to start before anything is painted. */
export function authIsUrgent(): boolean {
  return hasConfirmation() || identityStore.getState().status === 'checking';
}

let stopListening: () => void = () => undefined;

function listen(): void {
  stopListening();
  stopListening = hearTabs((message) => {
    if (message.type === 'release') {
      void import('./leaving/release')
        .then(({ releaseHere }) => releaseHere(message.userId, message.leaving))
        .catch((error: unknown) => logger.warn('The person’s data was not released in this tab', error));
      return;
    }
    adoptCached(message.type === 'signed-out' ? message.ended : null);
    announceSession();
    if (message.type === 'signed-in') void startAuth();
  });
}
