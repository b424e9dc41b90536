/**
 * How long a hint waits. Only the database sends hints, but a phone does not rely on that: hints that bring nothing are
 * followed ever less often; hints that bring rows, at once. Pure.
 */

import { backoff } from '@/lib/backoff';

/** Milliseconds over which phones that receive the same hint spread their pulls. */
export const HINT_JITTER = 1_500;
/**
 * Pulls in a row that may bring nothing: while an older transaction is open, the hint of a later change comes too
 * early.
 */
const FORGIVEN = 2;
const REST = { first: 10_000, longest: 5 * 60_000 };

export class HintPace {
  private fruitless = 0;
  private endedAt = Number.NEGATIVE_INFINITY;

  /** Milliseconds to wait. `now` as in `performance.now`, `random` from 0 to 1. */
  wait(now: number, random: number): number {
    return Math.max(random * HINT_JITTER, this.endedAt + this.rest() - now);
  }

  /** Called after a pull that a hint asked for, or that brought rows. */
  ended(now: number, broughtRows: boolean): void {
    this.endedAt = now;
    this.fruitless = broughtRows ? 0 : this.fruitless + 1;
  }

  private rest(): number {
    const beyond = this.fruitless - FORGIVEN;
    return beyond < 0 ? 0 : backoff(REST, beyond);
  }
}
