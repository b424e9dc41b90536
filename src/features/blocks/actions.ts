/** Blocks people through the outbox; this phone hides them at once. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { logger } from '@/lib/logger';
import { blockSet } from '@/outbox/commands/block-set';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';
import { type Blocked, blockTime } from './overlay';

/** The database's limit for a name, in characters. */
const LONGEST_NAME = 120;

/** Resolves once the change is stored on this phone, or to the reason why it is not. Never rejects. */
export async function setBlock({ id, name }: Blocked, wanted: boolean): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const commands = await commandsOf(userId);
    const last = commands
      .filter(isOf('block.set'))
      .filter(({ entity }) => entity.id === id)
      .at(-1);
    const payload = {
      personId: id,
      name: name.trim().slice(0, LONGEST_NAME) || 'Sem nome',
      wanted,
      wishedAt: blockTime(id, commands, Date.now()),
    };
    const base = privateRowsOf(userId, privateStore.getState().rows)?.marksUpTo ?? null;
    return await enqueueOver(last, blockSet, id, payload, { base, userId });
  } catch (error) {
    logger.warn('Block was not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
