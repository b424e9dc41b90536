/**
 * Sends the queue. A Web Lock allows one flusher over all tabs and the worker. Writes on the same row are sent in
 * order, independent rows in parallel. The clock, the network and the tokens are passed in by pages and the worker.
 */
import type { FlushParts, FlushReason, FlushReport } from './flush-parts';
import { Round } from './round';

export const FLUSH_LOCK = 'danceflix-outbox-flush';

export interface Flusher {
  /**
   * Resolves when every command that can be sent now has been sent; a call during a round joins it. `pressed`: the
   * single command that a person wants sent; with the reason 'button' and no id, all of them.
   */
  flush(reason: FlushReason, pressed?: string): Promise<FlushReport>;
}

export function createFlusher(parts: FlushParts): Flusher {
  let round: Round | null = null;
  let running: Promise<FlushReport> | null = null;
  return {
    flush(reason, pressed) {
      if (round?.join(reason, pressed) && running) return running;
      const mine = new Round(parts, reason);
      mine.join(reason, pressed);
      round = mine;
      const run = parts.withLock(FLUSH_LOCK, () => mine.run()).finally(() => mine.end());
      running = run;
      return run;
    },
  };
}
