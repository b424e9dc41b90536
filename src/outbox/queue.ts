/**
 * The queue during a round of sending: read once, then kept up to date with the round's own changes and with new
 * commands, so that a response does not read all of it again.
 */
import type { RawCommand } from './command';
import { Health } from './health';
import type { SendingStore } from './sending-store';

/** Milliseconds after which the whole queue is read again: another tab may have changed something. */
const FRESH = 5_000;

export class Queue {
  readonly health = new Health();
  private bySeq = new Map<number, RawCommand>();
  private last = 0;
  private readAt: number | null = null;

  constructor(
    private readonly store: SendingStore,
    private readonly now: () => number,
  ) {}

  /** Makes the next access read everything again. */
  distrust(): void {
    this.readAt = null;
  }

  async refresh(): Promise<void> {
    const now = this.now();
    if (this.readAt !== null && Math.abs(now - this.readAt) < FRESH) {
      this.take(await this.store.after(this.last));
      return;
    }
    const all = await this.store.all();
    this.readAt = now;
    this.bySeq = new Map();
    this.take(all);
    this.health.learn(all, now);
  }

  private take(commands: readonly RawCommand[]): void {
    for (const command of commands) {
      this.last = Math.max(this.last, command.seq);
      if (command.status !== 'delivered') this.bySeq.set(command.seq, command);
    }
  }

  /** Puts a command as the store holds it now; null when it was deleted. */
  put(seq: number, command: RawCommand | null): void {
    if (command === null || command.status === 'delivered') this.bySeq.delete(seq);
    else this.bySeq.set(seq, command);
    if (command) this.health.note(command);
  }

  /** Undelivered commands, in order of queueing. */
  get commands(): Iterable<RawCommand> {
    return this.bySeq.values();
  }
}
