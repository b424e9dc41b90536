/** The environment that sending needs: pages, the worker and tests each provide their own. */
import type { RawCommand } from './command';
import type { SendingStore } from './sending-store';
import type { Send } from './transport';

/** Only 'button', a press of send, skips the back-off. 'change': a command was edited, discarded or retried. */
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
  /** This person is not signed in on this phone: the command stays locked. */
  | { kind: 'absent' }
  /** The person is signed in, but there is no usable token for now. */
  | { kind: 'unreachable' };

export interface FlushParts {
  store: SendingStore;
  send: Send;
  /** A token of this person; `rejected`: the token that the server refused. */
  accessFor(userId: string, rejected?: string): Promise<Access>;
  now(): number;
  /** Resolves after that many milliseconds, or when aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Runs `work` while holding the named lock. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Called when sending begins; the returned function is called when it ends. */
  holdBusy?(): () => void;
  /**
   * Called with the undelivered commands before a round sends the first one, with the reason of the round, and at its
   * end, unless no request of it was answered. Must not throw.
   */
  onUnsent?(commands: readonly RawCommand[], when: FlushReason | 'end'): void;
}

export interface FlushReport {
  /** Unsent commands whose persons are signed in here. */
  left: number;
  /** When to flush again; null when nothing waits. */
  nextDueAt: number | null;
  /** The number of requests that were sent. */
  sent: number;
}
