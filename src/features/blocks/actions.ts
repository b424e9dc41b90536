/** Blocking people: through the outbox; on this phone it holds at once. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';
import type { NotStored } from '@/outbox/command';
import { commandsOf, edit, enqueue } from '@/outbox/entry';
import { BLOCKS, type Blocked, blockTime } from './overlay';

/** The database's bound for a name, in characters. */
const LONGEST_NAME = 120;

/** Resolves to whether it is stored on this phone, or why not. Never rejects. */
export async function setBlock({ id, name }: Blocked, wanted: boolean): Promise<'stored' | NotStored> {
  const userId = presentIdentity()?.userId;
  if (!userId) return 'blocked';
  try {
    const commands = await commandsOf(userId);
    const last = commands.filter(({ entity }) => entity.table === BLOCKS && entity.id === id).at(-1);
    const payload = {
      personId: id,
      name: name.trim().slice(0, LONGEST_NAME) || 'Sem nome',
      wanted,
      wishedAt: blockTime(id, commands, Date.now()),
    };
    // What has not left this phone is changed, and what was refused, which would hold this one up.
    const isUnheard = last?.status === 'rejected' || (last?.status === 'queued' && last.attempts === 0);
    if (last && isUnheard && (await edit(last.id, payload)).kind === 'stored') return 'stored';
    const outcome = await enqueue({
      kind: 'block.set',
      entity: { table: BLOCKS, id },
      payload,
      base: privateRowsOf(userId, privateStore.getState().rows)?.marksUpTo ?? null,
      userId,
    });
    return outcome.kind === 'stored' ? 'stored' : outcome.reason;
  } catch (error) {
    logger.warn('A block was not stored', error);
    return 'blocked';
  }
}
