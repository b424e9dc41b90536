/**
 * Responses of the server, kept in memory for a while so that going back and forth asks once (specification 001 §9).
 */
export class SessionCache<T> {
  private readonly entries = new Map<string, { value: T; until: number }>();

  /** `lifetime` in milliseconds, by a monotonic clock. */
  constructor(
    private readonly lifetime: number,
    private readonly capacity: number,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): T | null {
    const entry = this.entries.get(key);
    if (!entry) return null;
    if (entry.until > this.clock()) return entry.value;
    this.entries.delete(key);
    return null;
  }

  /** Drops the oldest when there are too many. */
  set(key: string, value: T): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until: this.clock() + this.lifetime });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.capacity) break;
      this.entries.delete(oldest);
    }
  }

  clear(): void {
    this.entries.clear();
  }
}
