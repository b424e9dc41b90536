/** Writes of the signed-in person: actions queue them here, and forms wait here for their outcome. */
import { presentIdentity } from '@/auth/identity';
import { pause } from '@/lib/idle';
import { type CommandStatus, isUnheard, type NotStored, type RawCommand } from './command';
import type { KindName, PayloadOf } from './commands/kinds';
import { edit, enqueue } from './entry';
import type { Table } from './kind';
import { pendingStore } from './pending-store';

export type Queued =
  /** The write is on this phone and is sent as soon as possible. */
  { kind: 'stored'; commandId: string } | { kind: 'not-stored'; reason: NotStored } | { kind: 'signed-out' };

interface Circumstances {
  /** The version of the row that the person saw; null for a new row. */
  base?: number | null;
  /** The command's id, where a second press must be the same write. */
  id?: string;
  /** The author, where another person may have signed in since the write was begun; by default the signed-in person. */
  userId?: string;
}

interface Named<K extends KindName> {
  kind: K;
  table: Table;
}

/** Queues a person's write on a row. Never rejects. */
export async function enqueueOwn<K extends KindName>(
  { kind, table }: Named<K>,
  rowId: string,
  payload: PayloadOf<K>,
  { base = null, id, userId = presentIdentity()?.userId }: Circumstances = {},
): Promise<Queued> {
  if (!userId) return { kind: 'signed-out' };
  const entity = { table, id: rowId };
  const outcome = await enqueue<K>({ ...(id !== undefined && { id }), kind, entity, payload, base, userId });
  return outcome.kind === 'stored' ? { kind: 'stored', commandId: outcome.command.id } : outcome;
}

/**
 * Like `enqueueOwn`, for a write that replaces the person's `last` one about the row: the last command is edited while
 * the server cannot have received it. A refused one is edited too, since it would block the new one.
 */
export async function enqueueOver<K extends KindName>(
  last: RawCommand | undefined,
  kind: Named<K>,
  rowId: string,
  payload: PayloadOf<K>,
  circumstances?: Circumstances,
): Promise<Queued> {
  if (last && isUnheard(last)) {
    const outcome = await edit(last.id, payload);
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
  }
  return enqueueOwn(kind, rowId, payload, circumstances);
}

/** The state of a command; undefined when this page knows no such command. */
export function statusOf(id: string): CommandStatus | undefined {
  return commandOf(id)?.status;
}

const commandOf = (id: string) => pendingStore.getState().commands?.find((command) => command.id === id);

/**
 * Resolves to the command's state once it was delivered, refused or has once failed, and after `patience` milliseconds
 * at the latest.
 */
export async function settled(id: string, patience: number): Promise<CommandStatus | undefined> {
  const heard = new AbortController();
  const look = () => {
    const command = commandOf(id);
    if (command && (command.status === 'delivered' || command.status === 'rejected' || command.error)) {
      heard.abort();
    }
  };
  const stop = pendingStore.subscribe(look);
  look();
  await pause(patience, heard.signal);
  stop();
  return statusOf(id);
}
