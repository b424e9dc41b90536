/** Once one of the person's own writes has arrived: brings the rows, and lets go of the overlay when they are here. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { settle } from '@/outbox/entry';
import { caughtUp } from '@/outbox/overlay';
import { pendingStore } from '@/outbox/pending-store';
import { pullPrivateRows } from '@/sync/status';
import { PREFERENCES, PROFILES, readInReplica } from './overlay';

const unsettled = () => {
  const userId = presentIdentity()?.userId;
  const commands = pendingStore.getState().commands ?? [];
  return commands.filter((one) => one.userId === userId && one.ack && !one.ack.settled);
};

/** Called once. */
export function followOutbox(): void {
  let pulledFor = '';
  const letGo = () => {
    const commands = unsettled();
    const rows = privateRowsOf(presentIdentity()?.userId ?? null, privateStore.getState().rows);
    if (commands.length === 0 || !rows) return;
    const profile = commands.filter(({ entity: { table } }) => table === PROFILES || table === PREFERENCES);
    const ids = [
      ...caughtUp(profile, rows.profileVersion),
      ...(rows.notificationsKnown ? readInReplica(rows.notifications, commands) : []),
    ];
    settle(ids).catch((error: unknown) => logger.info('Not settled', error));
  };
  const look = () => {
    letGo();
    const waiting = unsettled()
      .map(({ id }) => id)
      .join();
    if (waiting === pulledFor) return;
    pulledFor = waiting;
    if (waiting) pullPrivateRows().catch((error: unknown) => logger.info('Not pulled', error));
  };
  privateStore.subscribe(letGo);
  pendingStore.subscribe(look);
  look();
}
