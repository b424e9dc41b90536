/** Choosing what phones are told of: through the outbox; on this phone it holds at once. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import { isOf } from '@/outbox/command';
import { notificationPreferences } from '@/outbox/commands/notification-preferences';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import type { NoticeGroup } from './notice-groups';
import { mutedAfter } from './overlay';

/** One after the other: each tap is about one group, and what is stored is about all. */
let storing: Promise<unknown> = Promise.resolve();

/** Resolves once it is stored on this phone, or to why not. Never rejects. */
export function setTold(group: NoticeGroup, told: boolean): Promise<Queued> {
  const stored = storing.then(() => store(group, told));
  storing = stored;
  return stored;
}

async function store(group: NoticeGroup, told: boolean): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const wishes = (await commandsOf(userId)).filter(isOf('notifications.preferences'));
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    const before = mutedAfter(rows?.profile?.muted_notifications ?? [], rows?.profileVersion ?? 0, wishes);
    const others = before.filter((one) => one !== group);
    const muted = told ? others : [...others, group];
    return await enqueueOver(wishes.at(-1), notificationPreferences, userId, { muted }, { userId });
  } catch (error) {
    logger.warn('Preferences were not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
