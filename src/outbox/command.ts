import type { KindName, PayloadOf } from './commands/kinds';

/**
 * One write that a person made on this phone. The stored shape is frozen: only `payload` changes between releases, by
 * its `version`, so that whatever an older or newer app has stored can still be read.
 */
export type CommandStatus =
  /** 'Salvo no aparelho': goes when it is due and its turn has come. */
  | 'queued'
  /** Claimed by the holder of the flush lock. */
  | 'sending'
  /** The server said so, naming the command's id. Kept as a receipt and for the overlay. */
  | 'delivered'
  /** The server refused; `error` says why. */
  | 'rejected'
  /** Depends on a rejected one and waits for what becomes of it. */
  | 'parked'
  /** The same server error for a day. Goes on being tried. */
  | 'attention';

/** Names the database of the outbox, and the sync event with which the browser wakes the worker. */
export const OUTBOX_NAME = 'danceflix-outbox';

export interface Entity {
  table: string;
  id: string;
}

export interface Draft<P = unknown> {
  kind: string;
  entity: Entity;
  payload: P;
  /** The row's version that the person saw; null for a new row. */
  base?: number | null;
  /** Whose token it goes with; null for a visitor. */
  userId: string | null;
  /** Made here when left out. */
  id?: string;
}

export interface Command<P = unknown> {
  id: string;
  kind: string;
  /** Of the payload. */
  version: number;
  entity: Entity;
  payload: P;
  base: number | null;
  userId: string | null;
  /** Which visitor of this phone wrote an anonymous command: the others see only its kind and time. */
  visitor: string | null;
  /** Milliseconds since 1970 by this phone's clock, as all times here. */
  createdAt: number;
  status: CommandStatus;
  attempts: number;
  dueAt: number;
  error: CommandError | null;
  ack: Ack | null;
}

/** A command as the disk holds it: any release may have written it, so its payload is not known. */
export interface RawCommand extends Command {
  /** The order of queueing; the clock may jump. */
  seq: number;
}

/** A command of a kind that this release knows, with the payload that its schema describes. */
export interface CommandOf<K extends KindName> extends RawCommand {
  kind: K;
  payload: PayloadOf<K>;
}

/** A command that this release cannot read: of another one's kind, or with another one's payload. */
export interface UnknownCommand extends RawCommand {
  kind: 'unknown';
}

/** A command as screens know it (read-command.ts): its kind says what its payload is. */
export type StoredCommand = { [K in KindName]: CommandOf<K> }[KindName] | UnknownCommand;

export interface CommandError {
  /** Why it is not delivered, in our words: see classify-error.ts. */
  why: string;
  status: number | null;
  /** The server's SQLSTATE or PostgREST code. */
  code: string | null;
  /** The procedure's stable name for why it refused. */
  hint: string | null;
  details: string | null;
  /** The server's message, one short line; earlier releases did not store it. */
  message?: string | null;
  /** Since when it fails with this same status and code. */
  since: number;
  /** When the attempt began that failed last; earlier releases did not store it. */
  at?: number;
}

export interface Ack {
  /** The row's version with this command in it; null where the row has none. */
  version: number | null;
  /** The server's answer. */
  answer: Record<string, unknown>;
  at: number;
  /** The replica has been seen to hold it: never overlaid again, whatever becomes of the server's counter. */
  settled: boolean;
}

/** 'full': no room on the phone. 'blocked': the browser keeps nothing for us. */
export type NotStored = 'full' | 'blocked';

export type Stored = { kind: 'stored'; command: RawCommand } | { kind: 'not-stored'; reason: NotStored };

/** Whether the server may still have to hear of it. */
export function isUnsent({ status }: Pick<Command, 'status'>): boolean {
  return status !== 'delivered';
}

/** Whether nothing waits for the replica: it is not delivered, or the replica was seen to hold it. */
export function isSettled({ ack }: Pick<Command, 'ack'>): boolean {
  return ack === null || ack.settled;
}

/** Whether it waits for its turn or its time. */
export function isWaiting({ status }: Pick<Command, 'status'>): boolean {
  return status === 'queued' || status === 'attention';
}

export function entityKey({ table, id }: Entity): string {
  return `${table}/${id}`;
}

/** Whether the server cannot have heard of it: another write may take its place. */
export function isUnheard({ status, attempts }: Pick<Command, 'status' | 'attempts'>): boolean {
  return status === 'rejected' || (status === 'queued' && attempts === 0);
}

/** A filter for commands of one kind, which knows their payload then. */
export function isOf<K extends KindName>(kind: K) {
  return (command: StoredCommand): command is Extract<StoredCommand, { kind: K }> => command.kind === kind;
}
