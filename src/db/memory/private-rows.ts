/** Reads all rows of one person's replica for the page. */
import { PRIVATE, PRIVATE_COLLECTIONS, type PrivateName, type Row } from '@/db/rows/collections';
import type { PrivateReplica, ReplicaCollection } from '@/db/storage/replica';
import type { ReplicaState } from '@/db/storage/stored';
import { countUnread } from '@/db/storage/unread';
import type { PrivateRows } from './private-store';

interface Read {
  /** By the descriptor: all rows, with or without versions, or the single one. */
  rows: Row[] | Row | null;
  state: ReplicaState | null;
}

type ReadAll = Record<PrivateName, Read>;

export async function readPrivateRows(
  userId: string,
  replica: PrivateReplica,
  failing: PrivateName[],
): Promise<PrivateRows> {
  const [version, ...read] = await Promise.all([
    replica.profile.version(userId),
    ...PRIVATE_COLLECTIONS.map((name) => readOne(userId, name, replica[name] as ReplicaCollection<Row>)),
  ]);
  return { ...told(userId, Object.fromEntries(read) as ReadAll, failing), profileVersion: version ?? 0 };
}

/** The rows when nothing can be read. */
export function noRows(userId: string): PrivateRows {
  const nothing = PRIVATE_COLLECTIONS.map((name) => {
    const rows = PRIVATE[name].holds === 'one' ? null : [];
    return [name, { rows, state: null }];
  });
  return told(userId, Object.fromEntries(nothing) as ReadAll, [...PRIVATE_COLLECTIONS]);
}

async function readOne(
  userId: string,
  name: PrivateName,
  collection: ReplicaCollection<Row>,
): Promise<[PrivateName, Read]> {
  const { holds, versioned } = PRIVATE[name];
  const rows =
    holds === 'one' ? collection.row(userId) : versioned ? collection.versioned() : collection.rows();
  const [state, all] = await Promise.all([collection.state(), rows]);
  return [name, { rows: all, state }];
}

function told(userId: string, read: ReadAll, failing: PrivateName[]): PrivateRows {
  const each = <T>(make: (one: Read, name: PrivateName) => [string, T]) =>
    Object.fromEntries(PRIVATE_COLLECTIONS.map((name) => make(read[name], name)));
  const rows = each(({ rows }, name) => [PRIVATE[name].key, rows]);
  const known = each(({ state }, name) => [`${PRIVATE[name].key}Known`, state?.usable === true]);
  const shared: Omit<PrivateRows, keyof typeof rows> = {
    userId,
    profileVersion: 0,
    profilePulledAt: read.profile.state?.pulledAt ?? null,
    marksUpTo: read.favourites.state?.checkpoint?.xid ?? 0,
    failed: failing.length > 0,
    failing,
    unread: PRIVATE_COLLECTIONS.reduce((sum, name) => sum + countUnread(read[name].state?.unread), 0),
    epochs: each(({ state }, name) => [name, epochOf(state)]) as PrivateRows['epochs'],
  };
  return { ...rows, ...known, ...shared } as PrivateRows;
}

/** Null while rows of two fillings are here: their versions do not compare. */
function epochOf(state: ReplicaState | null): string | null {
  return state && !state.mixed ? state.epoch : null;
}
