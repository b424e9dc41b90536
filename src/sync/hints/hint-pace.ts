/**
 * How long a hint waits. Whoever reaches the server's open channel can say one, so hints that bring nothing are heeded
 * ever more seldom; those that bring something, at once. Pure.
 */

import { backoff } from '@/lib/backoff';

/** Milliseconds over which the phones that hear the same hint spread their pulls. */
export const HINT_JITTER = 1_500;
/** How often in a row nothing may come: a change that an older transaction holds back is hinted at too early. */
const FORGIVEN = 2;
const REST = { first: 10_000, longest: 5 * 60_000 };

export class HintPace {
  private fruitless = 0;
  private endedAt = Number.NEGATIVE_INFINITY;

  /** `now` as in `performance.now`, `random` from 0 to 1. Milliseconds. */
  wait(now: number, random: number): number {
    return Math.max(random * HINT_JITTER, this.endedAt + this.rest() - now);
  }

  /** A pull is over that a hint asked for, or that brought rows. */
  ended(now: number, broughtRows: boolean): void {
    this.endedAt = now;
    this.fruitless = broughtRows ? 0 : this.fruitless + 1;
  }

  private rest(): number {
    const beyond = this.fruitless - FORGIVEN;
    return beyond < 0 ? 0 : backoff(REST, beyond);
  }
}
