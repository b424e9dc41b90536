/**
 * Compares what this phone holds of a person's rows with the server's list of what that person may see. A list decides
 * nothing: it may be older than what is here, or damaged. Where it differs, everything is pulled again, and what that
 * pull brings is what stays.
 */

import { type ListedName, PRIVATE, type PrivateName } from '@/db/collections';
import type { PrivateReplica } from '@/db/replica';
import { unreadIds } from '@/db/unread';
import { logger } from '@/lib/logger';
import { callProcedure, RestFailure } from '@/lib/rest';
import { ownAnswer, type PrivateAsking, pullPrivately } from './pull';

export function isListed(name: PrivateName): name is ListedName {
  return PRIVATE[name].listed;
}

interface List {
  ids: ReadonlySet<string>;
  epoch: string | null;
  /** Every transaction below it is in the list; none from `ceiling` on is. Null where the server does not say. */
  horizon: number | null;
  ceiling: number | null;
}

/**
 * To be called after a completed pull. Resolves to whether the two agree now; false when that cannot be told yet, and is
 * to be tried again. Throws RestFailure, and what the storage throws.
 */
export async function compareVisible(
  replica: PrivateReplica,
  name: ListedName,
  asking: PrivateAsking,
): Promise<boolean> {
  const list = await askForList(name, asking);
  if (agree(await differences(replica, name, list))) return true;
  // What is listed may have been written since the last pull.
  await pullPrivately(replica, name, asking);
  const found = await differences(replica, name, list);
  if (agree(found)) return true;
  if (found.isUndecided) return false;
  logger.warn(`${name} differ from what the server lists: they are read again`);
  await replica[name].refill();
  await pullPrivately(replica, name, asking);
  return true;
}

async function askForList(
  name: ListedName,
  { user, signal, call = callProcedure }: PrivateAsking,
): Promise<List> {
  const answer = await call(`visible_ids_${name}`, {}, signal, user.accessToken);
  const { ids, epoch, horizon, ceiling } = ownAnswer(user.userId, answer);
  if (!Array.isArray(ids)) throw new RestFailure('malformed', `visible_ids_${name} is not a list`);
  if (signal.aborted) throw new RestFailure('aborted', 'No longer wanted');
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    ids: new Set(ids.map(String)),
    epoch: typeof epoch === 'string' ? epoch : null,
    horizon: number(horizon),
    ceiling: number(ceiling),
  };
}

interface Differences {
  /** Held, not listed. */
  hidden: number;
  /** Listed, not held. */
  missing: number;
  /** One of the two is too old to judge the other by. */
  isUndecided: boolean;
}

const agree = ({ hidden, missing, isUndecided }: Differences) => hidden + missing === 0 && !isUndecided;

async function differences(replica: PrivateReplica, name: ListedName, list: List): Promise<Differences> {
  const [held, state] = await Promise.all([replica[name].versioned(), replica[name].state()]);
  const unread = unreadIds(state?.unread);
  const ids = new Set(held.map(({ id }) => id));
  const hidden = held.filter(({ id }) => !list.ids.has(id));
  const missing = [...list.ids].filter((id) => !ids.has(id) && !unread.has(id));
  const newest = Math.max(0, ...hidden.map(({ version }) => version));
  return {
    hidden: hidden.length,
    missing: missing.length,
    isUndecided:
      (list.epoch !== null && list.epoch !== state?.epoch) ||
      (list.horizon !== null && (list.horizon <= newest || list.horizon < (state?.horizon ?? 0))) ||
      (missing.length > 0 && list.ceiling !== null && (state?.horizon ?? list.ceiling) < list.ceiling),
  };
}
