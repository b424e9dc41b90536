/**
 * Tells of writes that waited on another device of the person, or on this one before its data were cleared: asks once on
 * a phone that is new to the person, as soon as there is a connection.
 */
import { identityStore, presentIdentity } from '@/auth/identity';
import { onRelease } from '@/auth/leaving/release';
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import { showAnnounced } from '@/outbox/announced';
import { askOthers } from '@/outbox/ask-others';
import { leaveDevice } from '@/outbox/device';

/** Must be called once. */
export function resumeAnnounced(): void {
  const begin = () => {
    const identity = presentIdentity();
    const userId = identity?.state === 'active' ? identity.userId : null;
    show(userId).catch((error: unknown) => logger.warn('Other devices of the person were not asked', error));
  };
  identityStore.subscribe(begin);
  connection.subscribe((now) => now === 'online' && begin());
  onRelease(leaveDevice);
  begin();
}

async function show(userId: string | null): Promise<void> {
  await showAnnounced(userId);
  if (userId !== null) await askOthers(userId);
}
