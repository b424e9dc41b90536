/** Lets go of the overlay over a request once the replica holds what was written. The account's follower pulls. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { arrivedLate } from '@/outbox/arrived-late';
import { askAgain, settle } from '@/outbox/entry';
import { pendingStore } from '@/outbox/pending-store';
import { caughtUpRequests, REQUESTS } from './overlay';

/** Called once. */
export function followRequests(): void {
  const letGo = () => {
    const userId = presentIdentity()?.userId ?? null;
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    if (!rows?.lessonRequestsKnown) return;
    const own = (pendingStore.getState().commands ?? []).filter(
      (one) => one.userId === userId && one.entity.table === REQUESTS,
    );
    const held = new Set(rows.lessonRequests.map(({ id }) => id));
    void askAgain(arrivedLate(own, (id) => held.has(id)));
    settle(caughtUpRequests(rows.lessonRequests, own)).catch((error: unknown) =>
      logger.info('Not settled', error),
    );
  };
  privateStore.subscribe(letGo);
  pendingStore.subscribe(letGo);
  letGo();
}
