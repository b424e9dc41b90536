/**
 * Compares this phone's copy of a person's rows with the server's list of visible ids. A list never deletes anything:
 * it may be outdated or damaged. Where it differs, everything is pulled again, and the result of that pull counts.
 */

import { type ListedName, PRIVATE, type PrivateName } from '@/db/rows/collections';
import type { PrivateReplica } from '@/db/storage/replica';
import { unreadIds } from '@/db/storage/unread';
import { digestOf } from '@/lib/digest';
import { logger } from '@/lib/logger';
import { callProcedure, RestFailure } from '@/lib/rest';
import { ownAnswer, type PrivateAsking, pullPrivately } from './pull';

export function isListed(name: PrivateName): name is ListedName {
  return PRIVATE[name].listed;
}

interface List {
  ids: ReadonlySet<string>;
  epoch: string | null;
  /** Every transaction below it is in the list; none from `ceiling` on is. Null where the server does not tell. */
  horizon: number | null;
  ceiling: number | null;
}

/**
 * Call after a completed pull. Resolves to whether the two agree now; false when that cannot be decided yet and has to
 * be tried again. Throws RestFailure, and errors of the storage.
 */
export async function compareVisible(
  replica: PrivateReplica,
  name: ListedName,
  asking: PrivateAsking,
): Promise<boolean> {
  const list = await askForList(name, asking);
  if (agree(await differences(replica, name, list))) return true;
  // Rows in the list may have been written since the last pull.
  await pullPrivately(replica, name, asking);
  const found = await differences(replica, name, list);
  if (agree(found)) return true;
  if (found.isUndecided) return false;
  logger.warn(`${name} differ from what the server lists: they are read again`);
  await replica[name].refill();
  await pullPrivately(replica, name, asking);
  return true;
}

/**
 * Whether the ids here are those of a digest, taken by the server in the same moment as the rows that were just pulled.
 * False says nothing: the lists have to be compared.
 */
export async function isSameDigest(
  replica: PrivateReplica,
  name: ListedName,
  digest: string | undefined,
): Promise<boolean> {
  if (digest === undefined) return false;
  const [held, state] = await Promise.all([replica[name].versioned(), replica[name].state()]);
  if (!state?.complete || state.mixed || state.unread) return false;
  const ids = held.map(({ id }) => id).sort();
  return (await digestOf(ids.join(','))) === digest;
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
  /** Ids on this phone that are not in the list. */
  hidden: number;
  /** Ids in the list that are not on this phone. */
  missing: number;
  /** One of the two is too old to be compared with the other. */
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
