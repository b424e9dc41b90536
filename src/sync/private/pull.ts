/** Pulling a person's own rows, with that person's token and for nobody else. */

import type { PrivateName } from '@/db/collections';
import type { CollectionsOf } from '@/db/replica';
import { callProcedure, RestFailure } from '@/lib/rest';
import { PageSize, PRIVATE_PAGE, PULL_PAGE } from '../pull/page-size';
import { pullCollection } from '../pull/pull-collection';

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

/** With whose token, for how long, and by what way. */
export interface PrivateAsking {
  user: PrivateUser;
  signal: AbortSignal;
  call?: CallPrivately;
  /** Kept over pulls, so that it has learned how quick the network is. */
  pageSize?: PageSize;
}

export const privatePageSize = () => new PageSize(PULL_PAGE, PRIVATE_PAGE);

/** An answer for somebody else is no answer, and never "nothing there". */
export function ownAnswer(userId: string, answer: unknown): Record<string, unknown> {
  const own = answer as Record<string, unknown> | null;
  if (own?.user_id !== userId) throw new RestFailure('malformed', 'An answer for another person');
  return own;
}

export async function pullPrivately<N extends PrivateName>(
  replica: CollectionsOf<PrivateName>,
  name: N,
  { user, signal, call = callProcedure, pageSize = privatePageSize() }: PrivateAsking,
): Promise<void> {
  await pullCollection<N>(replica[name], {
    fetchPage: async (_, after, until, size = PRIVATE_PAGE) => {
      const args = { after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: size };
      return ownAnswer(user.userId, await call(`pull_${name}`, args, until, user.accessToken));
    },
    pageSize,
    signal,
    pace: async () => undefined,
    onProgress: () => undefined,
  });
}
