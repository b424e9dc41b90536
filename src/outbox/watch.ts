/**
 * Reads the outbox whenever this tab, another tab or the worker has changed it: at once, and during the sending of a
 * long queue for at most a tenth of the time, so that a response does not read and draw all of it.
 */
import { pause } from '@/lib/idle';
import { onChange } from './announcements';
import { OUTBOX_NAME, type RawCommand } from './command';
import type { OutboxStore } from './store';

/** Milliseconds: reads shorter than the first need no pause; the second is the longest pause. */
const SHORT = 5;
const LONGEST = 1_000;
const RESTS_PER_READ = 9;

interface Watcher {
  next(commands: RawCommand[]): void;
  error(error: unknown): void;
}

export class Watch {
  private isRunning = false;
  private isStale = false;
  /** Counts the changes that the screen was told directly: a read that began before such a change is outdated. */
  private told = 0;

  constructor(
    private readonly store: OutboxStore,
    private readonly watcher: Watcher,
  ) {
    onChange(OUTBOX_NAME, () => void this.look());
    void this.look();
  }

  /** Called when the screen already shows a write. */
  tell(): void {
    this.told += 1;
  }

  private async look(): Promise<void> {
    this.isStale = true;
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.isStale) {
      this.isStale = false;
      await this.read();
    }
    this.isRunning = false;
  }

  private async read(): Promise<void> {
    const began = performance.now();
    const { told } = this;
    try {
      const commands = await this.store.all();
      if (told !== this.told) {
        this.isStale = true;
        return;
      }
      this.watcher.next(commands);
    } catch (error) {
      this.watcher.error(error);
    }
    const took = performance.now() - began;
    if (took > SHORT) await pause(Math.min(took * RESTS_PER_READ, LONGEST));
  }
}
