/** How much of the server one address may keep busy at a time, in memory: a restart forgives. */
import type { Limit } from './auth-limits.ts';

export interface AddressLimits {
  /** WebSockets that are open. The app has one for each tab that is looked at. */
  sockets: number;
  /** Questions about private topics: each asks the database's policies. */
  privateJoins: Limit;
  /** Requests to the backend that are under way or wait for their turn. */
  requests: number;
  /** Bytes of request bodies that are being received or worked on. */
  bodyBytes: number;
  /** Pictures that are being resized or wait for it. */
  renders: number;
}

/** A school or a café with one address has hundreds of phones; each asks a few things at a time. */
export const DEFAULT_ADDRESS_LIMITS: AddressLimits = {
  sockets: 300,
  privateJoins: { most: 300, within: 60_000 },
  requests: 200,
  bodyBytes: 128 * 1024 * 1024,
  renders: 16,
};

/** Where a thousand phones are simulated from one address. */
export const NO_ADDRESS_LIMITS: AddressLimits = {
  sockets: Number.POSITIVE_INFINITY,
  privateJoins: { most: Number.POSITIVE_INFINITY, within: 60_000 },
  requests: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
  renders: Number.POSITIVE_INFINITY,
};

/** Counts what goes on at the same moment. */
export class AtOnce {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Resolves to how to leave again, which may be called twice; null when there is no room. */
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

/** Lets `most` pass at once, and then as many a moment as come back in that time (a token bucket). */
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

  /** Full buckets say nothing. */
  private forget(now: number): void {
    if (this.buckets.size < 10_000) return;
    for (const [address, { at }] of this.buckets)
      if (now - at >= this.limit.within) this.buckets.delete(address);
  }
}
