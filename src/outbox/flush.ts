/**
 * Sending what is queued. One flusher over tabs and worker, by a Web Lock; in order for a row, independent rows side by
 * side. It knows neither the clock nor the network nor who is signed in: pages and worker bring theirs.
 */
import type { FlushParts, FlushReason, FlushReport } from './flush-parts';
import { Round } from './round';

export const FLUSH_LOCK = 'danceflix-outbox-flush';

export interface Flusher {
  /**
   * Resolves when all that can be sent now has been; a call meanwhile joins the round under way. `pressed`: the one
   * command that a person wants sent; all of them when the reason is 'button' without one.
   */
  flush(reason: FlushReason, pressed?: string): Promise<FlushReport>;
}

export function createFlusher(parts: FlushParts): Flusher {
  let round: Round | null = null;
  let running: Promise<FlushReport> | null = null;
  return {
    flush(reason, pressed) {
      if (round?.join(reason, pressed) && running) return running;
      const mine = new Round(parts);
      mine.join(reason, pressed);
      round = mine;
      const run = parts.withLock(FLUSH_LOCK, () => mine.run()).finally(() => mine.end());
      running = run;
      return run;
    },
  };
}
