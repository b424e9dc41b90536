/**
 * Pages that have come and wait to be stored, one after another, while the next ones travel: the way from the server and
 * the way to the disk take their time side by side instead of in turn.
 */
import { RestFailure } from '@/lib/rest';

/** Rows that may wait: beyond, memory would grow faster than the disk takes it, and the network waits. */
const MOST_WAITING = 10_000;

export class Backlog {
  private waiting = 0;
  private failed = false;
  private last: Promise<void> = Promise.resolve();
  private room: () => void = () => undefined;
  private rested: Promise<void> = Promise.resolve();
  /** Ends the rest. */
  begin: () => void = () => undefined;
  private fail: (error: unknown) => void = () => undefined;
  /** Rejects when something could not be stored, or is no longer wanted; never resolves. */
  readonly fault = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  /** After `signal` nothing more is begun. */
  constructor(private readonly signal: AbortSignal) {
    this.fault.catch(() => undefined);
  }

  /**
   * Stores nothing before `begin`, or until so many milliseconds have passed, or all there is room for waits: a quick
   * network brings everything in that time, and storing would keep the processor from reading it.
   */
  rest(longest: number): void {
    this.rested = new Promise((resolve) => {
      const timer = setTimeout(resolve, longest);
      this.begin = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Takes in work on so many rows; resolves when there is room for more. Rejects with the fault of any work before. */
  async add(rows: number, store: () => Promise<void>): Promise<void> {
    this.waiting += rows;
    this.last = this.last
      .then(() => this.carryOut(store))
      .then(() => {
        this.waiting -= rows;
        this.room();
      });
    while (this.waiting > MOST_WAITING) {
      this.begin();
      const room = new Promise<void>((resolve) => {
        this.room = resolve;
      });
      await Promise.race([room, this.fault]);
    }
  }

  /** Resolves when all is stored, rejects when something could not be. */
  async stored(): Promise<void> {
    this.begin();
    await this.last;
    if (this.failed) await this.fault;
  }

  /** Resolves when nothing is being stored any more, whatever came of it. */
  settled(): Promise<void> {
    this.begin();
    return this.last;
  }

  private async carryOut(store: () => Promise<void>): Promise<void> {
    if (this.failed) return;
    await this.rested;
    try {
      if (this.signal.aborted) throw new RestFailure('aborted', 'No longer wanted');
      await store();
    } catch (error) {
      this.failed = true;
      this.fail(error);
    }
  }
}
