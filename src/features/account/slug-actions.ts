/** The address of the teacher's own page, as the account's screens read and write it. */
import { useMemo } from 'react';
import { presentIdentity } from '@/auth/identity';
import { logger } from '@/lib/logger';
import { slugSet } from '@/outbox/commands/slug-set';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import { useOverlay } from '@/outbox/pending';
import { type CommandOf, isOf } from '@/outbox/stored-command';

const isSlug = isOf('slug.set');

/** The last change of the address that this phone still has. */
export function useSlugWrite(): CommandOf<'slug.set'> | null {
  const commands = useOverlay('user_profiles');
  return useMemo(() => commands.filter(isSlug).at(-1) ?? null, [commands]);
}

/** Queues the address; replaces a change that the server has not seen, or has refused. */
export async function saveSlug(slug: string): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const last = (await commandsOf(userId)).findLast(isSlug);
    return await enqueueOver(last, slugSet, userId, { slug }, { userId });
  } catch (error) {
    logger.warn('The address was not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}
