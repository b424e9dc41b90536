/** Lets go of the overlay once the rows of what was sent are here. That they are pulled, the account sees to. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { settle } from '@/outbox/entry';
import { pendingStore } from '@/outbox/pending-store';
import { arrivedInReplica } from './overlay';

/** Called once. */
export function followEvaluations(): void {
  const letGo = () => {
    const userId = presentIdentity()?.userId ?? null;
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    const own = (pendingStore.getState().commands ?? []).filter((one) => one.userId === userId);
    if (!rows || own.length === 0) return;
    settle(arrivedInReplica(rows.evaluations, own)).catch((error: unknown) =>
      logger.info('Not settled', error),
    );
  };
  privateStore.subscribe(letGo);
  pendingStore.subscribe(letGo);
  letGo();
}
