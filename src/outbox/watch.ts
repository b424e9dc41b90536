/**
 * Reads the outbox whenever this tab, another one or the worker has changed it: at once, and while a long queue drains
 * for a tenth of the time at most, so that each answer of the server does not read and draw all of it.
 */
import Dexie from 'dexie';
import { pause } from '@/lib/idle';
import { OUTBOX_NAME, type RawCommand } from './command';
import type { OutboxStore } from './store';

/** Milliseconds that are not worth a rest, and the longest rest. */
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
  /** Counts what the screen was told beside the reads: what was read before that is older. */
  private told = 0;

  constructor(
    private readonly store: OutboxStore,
    private readonly watcher: Watcher,
  ) {
    Dexie.on('storagemutated', (parts) => {
      if (Object.keys(parts).some((part) => part.startsWith(`idb://${OUTBOX_NAME}/`))) void this.look();
    });
    void this.look();
  }

  /** The screen knows of a write already. */
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
