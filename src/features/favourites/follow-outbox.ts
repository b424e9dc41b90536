/**
 * Lets go of the overlay over favourites once the replica has caught up, and does what a visitor tapped as soon as a
 * student has signed in, and what a page did not outlive. The account's follower pulls.
 */
import { identityStore, presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { settle } from '@/outbox/entry';
import { pendingStore } from '@/outbox/pending-store';
import { showToast } from '@/ui/toast';
import { resumeTaps, setFavourite } from './actions';
import { caughtUpFavourites } from './overlay';
import { takeWish } from './wish';

/** Called once. */
export function followFavourites(): void {
  const letGo = () => {
    const userId = presentIdentity()?.userId ?? null;
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    if (!rows?.marksKnown) return;
    const own = (pendingStore.getState().commands ?? []).filter((one) => one.userId === userId);
    settle(caughtUpFavourites(rows.marksUpTo, own)).catch((error: unknown) =>
      logger.info('Not settled', error),
    );
  };
  privateStore.subscribe(letGo);
  pendingStore.subscribe(letGo);
  const begin = () => {
    void doKeptWish();
    void resumeTaps();
  };
  identityStore.subscribe(begin);
  begin();
}

async function doKeptWish(): Promise<void> {
  const identity = presentIdentity();
  if (identity?.state !== 'active') return;
  const wish = takeWish(Date.now());
  if (!wish) return;
  if (identity.role !== 'student') {
    void showToast({ title: 'Só alunos guardam professores', id: 'favourite' });
    return;
  }
  if (!(await setFavourite(wish.teacherId, true))) return;
  await showToast({ title: `${wish.name} está em Meus professores`, id: 'favourite' });
}
