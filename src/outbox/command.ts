/**
 * One write that a person made on this phone. The stored shape is frozen: only `payload` changes between releases, by
 * its `version`, so that a command stored by an older or newer app can still be read.
 */
export type CommandStatus =
  /** 'Salvo no aparelho': sent when it is due and its turn has come. */
  | 'queued'
  /** Claimed by the holder of the flush lock. */
  | 'sending'
  /** The server confirmed it, naming the command's id. Kept as a receipt and for the overlay. */
  | 'delivered'
  /** The server refused; `error` says why. */
  | 'rejected'
  /** Depends on a rejected command and waits for its outcome. */
  | 'parked'
  /** The same server error for a day. The outbox goes on trying. */
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
  /** The person whose token is sent; null for a visitor. */
  userId: string | null;
  /** Generated when left out. */
  id?: string;
}

export interface Command<P = unknown> {
  id: string;
  kind: string;
  /** The version of the payload's shape. */
  version: number;
  entity: Entity;
  payload: P;
  base: number | null;
  userId: string | null;
  /** The visitor of this phone who wrote an anonymous command: other visitors see only its kind and time. */
  visitor: string | null;
  /** Milliseconds since 1970 by the server's clock as this phone knows it; all other times here are by the phone's. */
  createdAt: number;
  status: CommandStatus;
  attempts: number;
  dueAt: number;
  error: CommandError | null;
  ack: Ack | null;
  /**
   * When a server acknowledged it that was then restored from a backup without it: it is sent a second time. Milliseconds
   * since 1970.
   */
  lostAt?: number;
}

/** A command as stored: any release may have written it, so its payload is unknown. */
export interface RawCommand extends Command {
  /** The order of queueing: unlike the clock, it never jumps. */
  seq: number;
}

export interface CommandError {
  /** Our own name for the reason of the failure: see classify-error.ts. */
  why: string;
  status: number | null;
  /** The server's SQLSTATE or PostgREST code. */
  code: string | null;
  /** The procedure's stable name for why it refused. */
  hint: string | null;
  details: string | null;
  /** The server's message, one short line. */
  message: string | null;
  /** The time since which the command has failed with this same status and code. */
  since: number;
  /** When the last failed attempt began. */
  at: number;
}

export interface Ack {
  /** The row's version that includes this command; null where the row has none. */
  version: number | null;
  /** The server's answer. */
  answer: Record<string, unknown>;
  at: number;
  /** The replica was seen to hold the effect: never overlaid again, whatever the server's counter does later. */
  settled: boolean;
}

/** 'full': no room on the phone. 'blocked': the browser does not let us store anything. */
export type NotStored = 'full' | 'blocked';

export type Stored = { kind: 'stored'; command: RawCommand } | { kind: 'not-stored'; reason: NotStored };

/** Whether the server may still need to receive the command. */
export function isUnsent({ status }: Pick<Command, 'status'>): boolean {
  return status !== 'delivered';
}

/** Whether the command needs no overlay: it is not delivered, or the replica was seen to hold its effect. */
export function isSettled({ ack }: Pick<Command, 'ack'>): boolean {
  return ack === null || ack.settled;
}

/** Whether the command waits for its turn or its due time. */
export function isWaiting({ status }: Pick<Command, 'status'>): boolean {
  return status === 'queued' || status === 'attention';
}

export function entityKey({ table, id }: Entity): string {
  return `${table}/${id}`;
}

/** Whether the server cannot have received the command, so that another write may replace it. */
export function isUnheard({ status, attempts }: Pick<Command, 'status' | 'attempts'>): boolean {
  return status === 'rejected' || (status === 'queued' && attempts === 0);
}
