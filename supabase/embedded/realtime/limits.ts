import { type AddressLimits, AtOnce, Pace } from '../address-limits.ts';

/** Limits of one address: sockets, their messages, and checks of private topics. */
export interface TopicLimits {
  sockets: Seats;
  openings: Pace;
  messages: Pace;
  messageBytes: AtOnce;
  privateJoins: Pace;
}

export const topicLimits = (limits: AddressLimits): TopicLimits => ({
  sockets: new Seats(limits.sockets, limits.allSockets),
  openings: new Pace(limits.openings),
  messages: new Pace(limits.messages),
  messageBytes: new AtOnce(limits.messageBytes),
  privateJoins: new Pace(limits.privateJoins),
});

/** The part of all sockets that is kept for addresses with few sockets, so that a few cannot take every one. */
const RESERVED = 0.1;
const FEW = 10;

/** Limits the open sockets of one address and of all together. */
export class Seats {
  private taken = 0;
  private readonly perAddress: AtOnce;

  constructor(
    perAddress: number,
    private readonly inAll: number,
  ) {
    this.perAddress = new AtOnce(perAddress);
  }

  /** Resolves to a function that leaves again (safe to call twice); null when a limit is reached. */
  enter(address: string): (() => void) | null {
    const open = this.perAddress.present(address) < FEW ? this.inAll : this.inAll * (1 - RESERVED);
    if (this.taken + 1 > open) return null;
    const leave = this.perAddress.enter(address);
    if (leave === null) return null;
    this.taken += 1;
    let isInside = true;
    return () => {
      if (isInside) this.taken -= 1;
      isInside = false;
      leave();
    };
  }
}

/**
 * The share of each socket, whatever others of its address do, so that a flood of one phone in a school silences no other:
 * the app joins two topics, sends a heartbeat every 25 s, and a token every hour.
 */
const OWN_JOINS = { most: 2, within: 3_600_000 };
const OWN_MESSAGES = { most: 30, within: 30_000 };
const OWN_BYTES = 32 * 1024;

/** The limits of one socket: its own share first, then that of its address. */
export class SocketShare {
  private readonly ownMessages = new Pace(OWN_MESSAGES);
  private readonly ownJoins = new Pace(OWN_JOINS);
  private waiting = 0;

  constructor(
    private readonly limits: Pick<TopicLimits, 'messages' | 'messageBytes' | 'privateJoins'>,
    private readonly address: string,
  ) {}

  /** Whether the socket may have its permissions on a private topic checked now. */
  mayAsk(): boolean {
    return this.ownJoins.take('own') || this.limits.privateJoins.take(this.address);
  }

  /** Resolves to a function to call when the message was handled; null when it has to be refused. */
  admit(bytes: number): (() => void) | null {
    const { limits, address } = this;
    if (!this.ownMessages.take('own') && !limits.messages.take(address)) return null;
    if (this.waiting + bytes > OWN_BYTES) return limits.messageBytes.enter(address, bytes);
    this.waiting += bytes;
    return () => {
      this.waiting -= bytes;
    };
  }
}
