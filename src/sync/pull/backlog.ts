/**
 * Received pages that wait to be stored, one after another, while the next ones are fetched: network and disk work in
 * parallel instead of in turn.
 */
import { RestFailure } from '@/lib/rest';

/** The maximum of waiting rows: beyond it, memory would grow faster than the disk can store, so fetching waits. */
const MOST_WAITING = 10_000;

export class Backlog {
  private waiting = 0;
  private failed = false;
  private last: Promise<void> = Promise.resolve();
  private room: () => void = () => undefined;
  private rested: Promise<void> = Promise.resolve();
  /** Ends the pause. */
  begin: () => void = () => undefined;
  private fail: (error: unknown) => void = () => undefined;
  /** Rejects when something could not be stored, or was aborted; never resolves. */
  readonly fault = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  /** After `signal` no more work is started. */
  constructor(private readonly signal: AbortSignal) {
    this.fault.catch(() => undefined);
  }

  /**
   * Stores nothing before `begin`, before that many milliseconds have passed, or before it is full: a fast network
   * delivers everything in that time, and storing would slow down the reading.
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

  /** Adds work on that many rows; resolves when there is room for more. Rejects with the error of any earlier work. */
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

  /** Resolves when everything is stored, rejects when something could not be. */
  async stored(): Promise<void> {
    this.begin();
    await this.last;
    if (this.failed) await this.fault;
  }

  /** Resolves when nothing is being stored any more, with or without an error. */
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
