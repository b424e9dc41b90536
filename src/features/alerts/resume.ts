/** Stores the alert that a visitor wanted with an account, as soon as somebody has signed in. */
import { identityStore, presentIdentity } from '@/auth/identity';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { showToast } from '@/ui/toast';
import { setAlert } from './actions';
import { dropWish, keptWish } from './kept-wish';

/** Must be called once. */
export function resumeAlerts(): void {
  const begin = () => {
    if (presentIdentity()?.state !== 'active' || keptWish() === null) return;
    // One of two tabs stores it.
    withLock('danceflix-alert-wish', new AbortController().signal, storeWish).catch((error: unknown) =>
      logger.warn('The alert of a visitor was not stored', error),
    );
  };
  identityStore.subscribe(begin);
  begin();
}

async function storeWish(): Promise<void> {
  const wish = keptWish();
  if (wish === null) return;
  // It stays kept for the next start where the phone does not store it.
  if ((await setAlert(wish, true)).kind !== 'stored') return;
  dropWish();
  await showToast({ title: 'Pronto: avisamos quando houver professor', id: 'alert' });
}
