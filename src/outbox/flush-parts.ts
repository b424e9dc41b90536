/** The parts that sending needs: pages, worker and tests bring theirs. */

import type { OutboxStore } from './store';
import type { Send } from './transport';

/** Only 'button', a person's wish, passes waiting times. 'change': a command was edited, let go or is wanted again. */
export type FlushReason =
  | 'start'
  | 'online'
  | 'visible'
  | 'timer'
  | 'button'
  | 'write'
  | 'change'
  | 'background';

export type Access =
  | { kind: 'ok'; userId: string; token: string }
  /** This person is not here: the command stays locked. */
  | { kind: 'absent' }
  /** Here, but without a usable token for now. */
  | { kind: 'unreachable' };

export interface FlushParts {
  store: OutboxStore;
  send: Send;
  /** A token of this person; `rejected`: one that the server refused. */
  accessFor(userId: string, rejected?: string): Promise<Access>;
  now(): number;
  /** Resolves after so many milliseconds, or when aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Runs `work` while holding the named lock. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Called when sending begins; what it returns, when it ends. */
  holdBusy?(): () => void;
}

export interface FlushReport {
  /** Commands that could not be sent and whose persons are here. */
  left: number;
  /** When to look again; null when nothing waits. */
  nextDueAt: number | null;
  /** Requests that were sent. */
  sent: number;
}
