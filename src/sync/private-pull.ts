/** Pulling a person's own rows, with that person's token and for nobody else. */
import type { PrivateReplica } from '@/db/private-replica';
import type { Checkpoint, PrivateName } from '@/db/rows';
import { callProcedure, RestFailure } from '@/lib/rest';
import { PULL_PAGE } from './page-size';
import { pullCollection } from './pull';

export interface PrivateUser {
  userId: string;
  accessToken: string;
  /** Milliseconds since 1970 by this phone's clock. */
  expiresAt: number;
}

/** Calls a procedure with a token; injected in tests. */
export type CallPrivately = (
  procedure: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
  token: string,
) => Promise<unknown>;

/** An answer for somebody else is no answer, and never "nothing there". */
function ownAnswer(userId: string, answer: unknown): Record<string, unknown> {
  const own = answer as Record<string, unknown> | null;
  if (own?.user_id !== userId) throw new RestFailure('malformed', 'An answer for another person');
  return own;
}

export async function pullPrivately(
  replica: PrivateReplica,
  name: PrivateName,
  user: PrivateUser,
  signal: AbortSignal,
  call: CallPrivately = callProcedure,
): Promise<void> {
  const options = {
    fetchPage: async (_: PrivateName, after: Checkpoint | null) =>
      ownAnswer(
        user.userId,
        await call(
          `pull_${name}`,
          { after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: PULL_PAGE },
          signal,
          user.accessToken,
        ),
      ),
    signal,
    pace: async () => undefined,
    onProgress: () => undefined,
  };
  switch (name) {
    case 'profile':
      await pullCollection<'profile'>(replica.profile, options);
      break;
    case 'notifications':
      await pullCollection<'notifications'>(replica.notifications, options);
      break;
    case 'lesson_requests':
      await pullCollection<'lesson_requests'>(replica.lesson_requests, options);
      break;
    case 'evaluations':
      await pullCollection<'evaluations'>(replica.evaluations, options);
      break;
    case 'favourites':
      await pullCollection<'favourites'>(replica.favourites, options);
      break;
  }
}

/** The profile is one row that says itself when it is gone. */
const LISTED = [
  'notifications',
  'lesson_requests',
  'evaluations',
  'favourites',
] as const satisfies readonly PrivateName[];

/**
 * Drops what the person may no longer see, though no tombstone came: rows can leave somebody's sight without being
 * removed. To be called after a completed pull, so that every row held is old enough to be in the list.
 */
export async function dropInvisible(
  replica: PrivateReplica,
  user: PrivateUser,
  signal: AbortSignal,
  call: CallPrivately = callProcedure,
): Promise<void> {
  for (const name of LISTED) {
    const held = (await replica[name].rows()).map(({ id }) => id);
    if (held.length === 0) continue;
    const answer = await call(`visible_ids_${name}`, {}, signal, user.accessToken);
    const { ids } = ownAnswer(user.userId, answer);
    if (!Array.isArray(ids)) throw new RestFailure('malformed', `visible_ids_${name} is not a list`);
    if (signal.aborted) throw new RestFailure('aborted', 'No longer wanted');
    const visible = new Set<unknown>(ids);
    await replica[name].removeAll(held.filter((id) => !visible.has(id)));
  }
}
