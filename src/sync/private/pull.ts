/** Pulls a person's own rows with that person's token. */

import type { PrivateName } from '@/db/rows/collections';
import type { CollectionsOf } from '@/db/storage/replica';
import { callProcedure, RestFailure } from '@/lib/rest';
import type { CallProcedure, Changes } from '../pull/changes';
import { PageSize, PRIVATE_PAGE, PULL_PAGE } from '../pull/page-size';
import { pullCollection } from '../pull/pull-collection';

export interface PrivateUser {
  userId: string;
  accessToken: string;
  /** Milliseconds since 1970 by this phone's clock. */
  expiresAt: number;
}

/** The token, its expiry, and how to call. */
export interface PrivateAsking {
  user: PrivateUser;
  signal: AbortSignal;
  call?: CallProcedure;
  /** Kept between pulls, because it has learned how fast the network is. */
  pageSize?: PageSize;
  /** The response for many collections, which may hold this one's first page. */
  changes?: Promise<Changes | null>;
}

export const privatePageSize = () => new PageSize(PULL_PAGE, PRIVATE_PAGE);

/** Throws for a response that belongs to another person: it must never count as an empty one. */
export function ownAnswer(userId: string, answer: unknown): Record<string, unknown> {
  const own = answer as Record<string, unknown> | null;
  if (own?.user_id !== userId) throw new RestFailure('malformed', 'A response for another person');
  return own;
}

export async function pullPrivately<N extends PrivateName>(
  replica: CollectionsOf<PrivateName>,
  name: N,
  { user, signal, call = callProcedure, pageSize = privatePageSize(), changes }: PrivateAsking,
): Promise<void> {
  let first = changes;
  await pullCollection<N>(replica[name], {
    fetchPage: async (_, after, until, size = PRIVATE_PAGE) => {
      const changed = (await first)?.page(name, after);
      first = undefined;
      if (changed !== undefined) return ownAnswer(user.userId, changed);
      const args = { after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: size };
      return ownAnswer(user.userId, await call(`pull_${name}`, args, until, user.accessToken));
    },
    pageSize,
    signal,
    pace: async () => undefined,
    onProgress: () => undefined,
  });
}
