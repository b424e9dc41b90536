/** Switches a person's alerts on and off through the outbox. */
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import type { AlertWish } from '@/outbox/commands/alert-parts';
import { alertSet } from '@/outbox/commands/alert-set';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';
import { alertKey } from './wish';

/** Replaces a write about the same wish that was not sent or was refused. Never rejects. */
export async function setAlert(wish: AlertWish, wanted: boolean): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const { style_id, city_id, neighborhood } = wish;
  const key = alertKey(wish);
  try {
    const before = (await commandsOf(userId))
      .filter(isOf('alert.set'))
      .filter(({ entity }) => entity.id === key);
    return await enqueueOver(
      before.at(-1),
      alertSet,
      key,
      { style_id, city_id, neighborhood, wanted },
      { userId },
    );
  } catch (error) {
    logger.warn('The alert could not be stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
