/** Once one of the person's own writes has arrived: brings the rows, and lets go of the overlay when they are here. */
import { identityStore, presentIdentity } from '@/auth/identity';
import { type PrivateRows, privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { settle, tellEpochs } from '@/outbox/entry';
import { caughtUp } from '@/outbox/overlay';
import { pendingStore } from '@/outbox/pending-store';
import { pullPrivateRows, syncStatus } from '@/sync/status';
import { NOTIFICATIONS, PREFERENCES, PROFILES, readInReplica } from './overlay';

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
  followEpoch();
  privateStore.subscribe(letGo);
  pendingStore.subscribe(look);
  look();
}

/** Tells the outbox in which epoch of the server the rows on this phone were counted, whenever that changes. */
function followEpoch(): void {
  let told = '';
  const tell = () => {
    const userId = presentIdentity()?.userId ?? null;
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    if (userId !== null && !rows) return;
    const epoch = rows ? rows.epochs.profile : syncStatus.getState().collections.teachers.epoch;
    const epochs = rows ? epochsByTable(rows.epochs) : {};
    const key = JSON.stringify([userId, epoch, epochs]);
    if (key === told) return;
    told = key;
    void tellEpochs(epochs, userId, epoch);
  };
  privateStore.subscribe(tell);
  identityStore.subscribe(tell);
  syncStatus.subscribe(tell);
  tell();
}

function epochsByTable(epochs: PrivateRows['epochs']): Record<string, string | null> {
  return {
    [PROFILES]: epochs.profile,
    [PREFERENCES]: epochs.profile,
    [NOTIFICATIONS]: epochs.notifications,
    lesson_requests: epochs.lesson_requests,
    lesson_evaluations: epochs.evaluations,
    favourites: epochs.favourites,
    blocks: epochs.favourites,
  };
}
