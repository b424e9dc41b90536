/**
 * Which collections are due. One that fails waits ever longer and holds up no other; those that fail together are tried
 * again together.
 */
import { backoff } from '@/lib/backoff';

const FIRST_RETRY = 2_000;

export class Turns<N extends string> {
  /** Asked for since the round began: the next one serves them. */
  private asked = new Set<N>();
  /** Asked for before the round began, and not pulled in it yet. */
  private due = new Set<N>();
  private readonly hinted = new Set<N>();
  private readonly failures = new Map<N, { count: number; retryAt: number }>();

  /** `every`: milliseconds between rounds when nothing else happens, and the longest wait. `now`: never jumps. */
  constructor(
    private readonly names: readonly N[],
    private readonly every: number,
    private readonly now: () => number = () => performance.now(),
    private readonly random: () => number = Math.random,
  ) {}

  /** A person asks, or there is a new connection or token: none of these waits for its back-off. */
  ask(names: readonly N[] = this.names): void {
    for (const name of names) this.asked.add(name);
  }

  /** Something may have changed. Answers whether that makes one due; one that has failed waits for its back-off. */
  hint(names: readonly N[]): boolean {
    for (const name of names) this.hinted.add(name);
    return names.some((name) => !this.failures.has(name));
  }

  beginRound(): void {
    for (const name of this.asked) this.due.add(name);
    this.asked.clear();
  }

  /** In the order of pulling. */
  allDue(): N[] {
    return this.names.filter((name) => this.isDue(name));
  }

  /** Whether it is due, which ends with this. */
  take(name: N): boolean {
    if (!this.isDue(name)) return false;
    this.due.delete(name);
    this.hinted.delete(name);
    return true;
  }

  failing(): N[] {
    return this.names.filter((name) => this.failures.has(name));
  }

  /** Nothing waits for its turn. */
  get areOver(): boolean {
    return this.asked.size + this.failures.size === 0 && this.allDue().length === 0;
  }

  /** Milliseconds until the next round. */
  wait(): number {
    if (this.asked.size > 0 || this.allDue().length > 0) return 0;
    const retries = [...this.failures.values()].map(({ retryAt }) => retryAt - this.now());
    return Math.max(0, Math.min(this.every, ...retries));
  }

  succeeded(name: N): void {
    this.failures.delete(name);
  }

  /** `least`: as if so many attempts had failed. */
  failed(names: readonly N[], least = 1): void {
    const chance = this.random();
    const retry = { first: FIRST_RETRY, longest: this.every, jitter: [0.5, 1] } as const;
    for (const name of new Set(names)) {
      const count = Math.max((this.failures.get(name)?.count ?? 0) + 1, least);
      this.due.delete(name);
      this.failures.set(name, { count, retryAt: this.now() + backoff(retry, count - 1, () => chance) });
    }
  }

  private isDue(name: N): boolean {
    const failure = this.failures.get(name);
    return this.due.has(name) || (failure ? failure.retryAt <= this.now() : this.hinted.has(name));
  }
}
