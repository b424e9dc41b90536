/** Limits on the concurrent work of one client address. Kept in memory, so a restart resets them. */
import type { Limit } from './auth-limits.ts';

export interface AddressLimits {
  /** Open WebSockets. The app has one per visible tab. */
  sockets: number;
  /** Joins of private topics: each one asks the database's policies. */
  privateJoins: Limit;
  /** Requests to the backend that are running or queued. */
  requests: number;
  /** Bytes of request bodies being received or processed. */
  bodyBytes: number;
  /** Pictures being resized or queued for it. */
  renders: number;
}

/** Generous, because a school or a café with one address has hundreds of phones. */
export const DEFAULT_ADDRESS_LIMITS: AddressLimits = {
  sockets: 300,
  privateJoins: { most: 300, within: 60_000 },
  requests: 200,
  bodyBytes: 128 * 1024 * 1024,
  renders: 16,
};

/** For tests that simulate a thousand phones from one address. */
export const NO_ADDRESS_LIMITS: AddressLimits = {
  sockets: Number.POSITIVE_INFINITY,
  privateJoins: { most: Number.POSITIVE_INFINITY, within: 60_000 },
  requests: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
  renders: Number.POSITIVE_INFINITY,
};

/** Limits concurrent work per address. */
export class AtOnce {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Resolves to a function that leaves again (safe to call twice); null when the limit is reached. */
  enter(address: string, amount = 1): (() => void) | null {
    const present = this.counts.get(address) ?? 0;
    if (present + amount > this.most) return null;
    this.counts.set(address, present + amount);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const left = (this.counts.get(address) ?? 0) - amount;
      if (left > 0) this.counts.set(address, left);
      else this.counts.delete(address);
    };
  }
}

/** A token bucket per address: lets `most` pass at once, then as many as refill over time. */
export class Pace {
  private readonly buckets = new Map<string, { left: number; at: number }>();

  constructor(
    private readonly limit: Limit,
    private readonly now: () => number = Date.now,
  ) {}

  take(address: string): boolean {
    const { most, within } = this.limit;
    const now = this.now();
    const { left, at } = this.buckets.get(address) ?? { left: most, at: now };
    const present = Math.min(most, left + ((now - at) * most) / within);
    if (present < 1) return false;
    this.forget(now);
    this.buckets.set(address, { left: present - 1, at: now });
    return true;
  }

  /** Forgets full buckets, which equal new ones. */
  private forget(now: number): void {
    if (this.buckets.size < 10_000) return;
    for (const [address, { at }] of this.buckets)
      if (now - at >= this.limit.within) this.buckets.delete(address);
  }
}
