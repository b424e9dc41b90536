/** Limits on the concurrent work of one client address. Kept in memory, so a restart resets them. */
import { type Limit, networkOf } from './auth-limits.ts';

export interface AddressLimits {
  /** Open WebSockets. The app has one per visible tab. */
  sockets: number;
  /** Open WebSockets of all addresses together. */
  allSockets: number;
  /** WebSockets opened, however long they stay. */
  openings: Limit;
  /** Messages over sockets beyond the share that each socket has of its own, and broadcasts over HTTP. */
  messages: Limit;
  /** Bytes of messages that wait to be handled, beyond each socket's own share. */
  messageBytes: number;
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
  allSockets: 10_000,
  openings: { most: 600, within: 60_000 },
  messages: { most: 3_000, within: 60_000 },
  messageBytes: 8 * 1024 * 1024,
  privateJoins: { most: 300, within: 60_000 },
  requests: 200,
  bodyBytes: 128 * 1024 * 1024,
  renders: 16,
};

/** For tests that simulate a thousand phones from one address. */
export const NO_ADDRESS_LIMITS: AddressLimits = {
  sockets: Number.POSITIVE_INFINITY,
  allSockets: Number.POSITIVE_INFINITY,
  openings: { most: Number.POSITIVE_INFINITY, within: 60_000 },
  messages: { most: Number.POSITIVE_INFINITY, within: 60_000 },
  messageBytes: Number.POSITIVE_INFINITY,
  privateJoins: { most: Number.POSITIVE_INFINITY, within: 60_000 },
  requests: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
  renders: Number.POSITIVE_INFINITY,
};

/** Limits concurrent work per address; the addresses of one IPv6 network count as one, because one phone has them all. */
export class AtOnce {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Resolves to a function that leaves again (safe to call twice); null when the limit is reached. */
  enter(address: string, amount = 1): (() => void) | null {
    const network = networkOf(address);
    const present = this.present(address);
    if (present + amount > this.most) return null;
    this.counts.set(network, present + amount);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const left = this.present(address) - amount;
      if (left > 0) this.counts.set(network, left);
      else this.counts.delete(network);
    };
  }

  present(address: string): number {
    return this.counts.get(networkOf(address)) ?? 0;
  }
}

/** A token bucket per address, as above: lets `most` pass at once, then as many as refill over time. */
export class Pace {
  private readonly buckets = new Map<string, { left: number; at: number }>();

  constructor(
    private readonly limit: Limit,
    private readonly now: () => number = Date.now,
  ) {}

  take(address: string, amount = 1): boolean {
    const { most, within } = this.limit;
    const network = networkOf(address);
    const now = this.now();
    const { left, at } = this.buckets.get(network) ?? { left: most, at: now };
    const present = Math.min(most, left + ((now - at) * most) / within);
    if (present < amount) return false;
    this.forget(now);
    this.buckets.set(network, { left: present - amount, at: now });
    return true;
  }

  /** Forgets full buckets, which equal new ones. */
  private forget(now: number): void {
    if (this.buckets.size < 10_000) return;
    for (const [address, { at }] of this.buckets)
      if (now - at >= this.limit.within) this.buckets.delete(address);
  }
}
