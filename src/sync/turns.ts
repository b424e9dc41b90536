/** When each private collection is due. One that fails waits ever longer, and none waits for another. */

import { PRIVATE_COLLECTIONS, type PrivateName } from '@/db/collections';
import { backoff } from '@/lib/backoff';

const FIRST_RETRY = 2_000;

export class Turns {
  private readonly nextAt = new Map<PrivateName, number>();
  private readonly failures = new Map<PrivateName, number>();

  /** `every`: milliseconds after which rows count as stale, and the longest wait. `now`: of a clock that never jumps. */
  constructor(
    private readonly every: number,
    private readonly now: () => number = () => performance.now(),
    private readonly random: () => number = Math.random,
  ) {}

  /** In the order of pulling. */
  due(): PrivateName[] {
    const now = this.now();
    return PRIVATE_COLLECTIONS.filter((name) => (this.nextAt.get(name) ?? 0) <= now);
  }

  failing(): PrivateName[] {
    return PRIVATE_COLLECTIONS.filter((name) => this.failures.has(name));
  }

  /** Milliseconds until the next one is due. */
  wait(): number {
    const next = Math.min(...PRIVATE_COLLECTIONS.map((name) => this.nextAt.get(name) ?? 0));
    return Math.max(0, next - this.now());
  }

  /** Something may have changed: all but those that wait after a failure. */
  hinted(): void {
    for (const name of PRIVATE_COLLECTIONS) if (!this.failures.has(name)) this.nextAt.delete(name);
  }

  /** Somebody asks, or there is a new connection or token: nobody waits any longer. */
  all(): void {
    this.nextAt.clear();
  }

  succeeded(name: PrivateName): void {
    this.failures.delete(name);
    this.nextAt.set(name, this.now() + this.every);
  }

  /** `least`: as if so many attempts had failed. */
  failed(name: PrivateName, least = 1): void {
    const failures = Math.max((this.failures.get(name) ?? 0) + 1, least);
    this.failures.set(name, failures);
    const retry = { first: FIRST_RETRY, longest: this.every, jitter: [0.5, 1] } as const;
    this.nextAt.set(name, this.now() + backoff(retry, failures - 1, this.random));
  }
}
