/**
 * Decides which collections are due. A failing collection waits ever longer and delays no other; collections that fail
 * together are tried again together.
 */
import { backoff } from '@/lib/backoff';

const FIRST_RETRY = 2_000;

export class Turns<N extends string> {
  /** Requested since the round began: the next round pulls them. */
  private asked = new Set<N>();
  /** Requested before the round began, and not pulled in it yet. */
  private due = new Set<N>();
  /** Hinted since the round began. What the round has asked by then may be older than the hint. */
  private readonly hinted = new Set<N>();
  private readonly failures = new Map<N, { count: number; retryAt: number }>();

  /** `every`: milliseconds between rounds when nothing else happens, and the longest wait. `now`: a monotonic clock. */
  constructor(
    private readonly names: readonly N[],
    private readonly every: number,
    private readonly now: () => number = () => performance.now(),
    private readonly random: () => number = Math.random,
  ) {}

  /** A person asks, or there is a new connection or token: all of these skip the back-off. */
  ask(names: readonly N[] = this.names): void {
    for (const name of names) this.asked.add(name);
  }

  /**
   * Something may have changed. Returns whether a collection became due; one that has failed waits for its back-off.
   */
  hint(names: readonly N[]): boolean {
    for (const name of names) this.hinted.add(name);
    return names.some((name) => !this.failures.has(name));
  }

  beginRound(): void {
    for (const name of this.asked) this.due.add(name);
    this.asked.clear();
    for (const name of this.hinted) if (this.mayBePulled(name)) this.due.add(name);
    for (const name of this.due) this.hinted.delete(name);
  }

  /** The due collections, in the order of pulling. */
  allDue(): N[] {
    return this.names.filter((name) => this.isDue(name));
  }

  /** Whether the collection is due; clears the flag. */
  take(name: N): boolean {
    if (!this.isDue(name)) return false;
    this.due.delete(name);
    return true;
  }

  failing(): N[] {
    return this.names.filter((name) => this.failures.has(name));
  }

  /** Whether no collection waits for its turn. */
  get areOver(): boolean {
    return this.failures.size === 0 && !this.isNextDue;
  }

  /** Milliseconds until the next round. */
  wait(): number {
    if (this.isNextDue) return 0;
    const retries = [...this.failures.values()].map(({ retryAt }) => retryAt - this.now());
    return Math.max(0, Math.min(this.every, ...retries));
  }

  succeeded(name: N): void {
    this.failures.delete(name);
  }

  /** `least`: the minimum number of failures to count. */
  failed(names: readonly N[], least = 1): void {
    const chance = this.random();
    const retry = { first: FIRST_RETRY, longest: this.every, jitter: [0.5, 1] } as const;
    for (const name of new Set(names)) {
      const count = Math.max((this.failures.get(name)?.count ?? 0) + 1, least);
      this.due.delete(name);
      this.failures.set(name, { count, retryAt: this.now() + backoff(retry, count - 1, () => chance) });
    }
  }

  /** Whether a round that began now would pull something. */
  private get isNextDue(): boolean {
    const isHinted = [...this.hinted].some((name) => this.mayBePulled(name));
    return this.asked.size > 0 || isHinted || this.allDue().length > 0;
  }

  private isDue(name: N): boolean {
    const failure = this.failures.get(name);
    return this.due.has(name) || (failure !== undefined && failure.retryAt <= this.now());
  }

  private mayBePulled(name: N): boolean {
    const failure = this.failures.get(name);
    return !failure || failure.retryAt <= this.now();
  }
}
