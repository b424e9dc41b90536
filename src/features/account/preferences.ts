/** Choosing what phones are told of: through the outbox; on this phone it holds at once. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import type { NotStored } from '@/outbox/command';
import { commandsOf, edit, enqueue } from '@/outbox/entry';
import type { NoticeGroup } from './notice-groups';
import { mutedAfter, PREFERENCES } from './overlay';

/** One after the other: each tap is about one group, and what is stored is about all. */
let storing: Promise<unknown> = Promise.resolve();

/** Resolves to whether it is stored on this phone, or why not. Never rejects. */
export function setTold(group: NoticeGroup, told: boolean): Promise<'stored' | NotStored> {
  const stored = storing.then(() => store(group, told));
  storing = stored;
  return stored;
}

async function store(group: NoticeGroup, told: boolean): Promise<'stored' | NotStored> {
  const userId = presentIdentity()?.userId;
  if (!userId) return 'blocked';
  try {
    const wishes = (await commandsOf(userId)).filter(({ entity }) => entity.table === PREFERENCES);
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    const before = mutedAfter(rows?.profile?.muted_notifications ?? [], rows?.profileVersion ?? 0, wishes);
    const others = before.filter((one) => one !== group);
    const muted = told ? others : [...others, group];
    const last = wishes.at(-1);
    // What has not left this phone is changed, and what was refused, which would hold this one up.
    const isUnheard = last?.status === 'rejected' || (last?.status === 'queued' && last.attempts === 0);
    if (last && isUnheard && (await edit(last.id, { muted })).kind === 'stored') return 'stored';
    const outcome = await enqueue({
      kind: 'notifications.preferences',
      entity: { table: PREFERENCES, id: userId },
      payload: { muted },
      userId,
    });
    return outcome.kind === 'stored' ? 'stored' : outcome.reason;
  } catch (error) {
    logger.warn('Preferences were not stored', error);
    return 'blocked';
  }
}
