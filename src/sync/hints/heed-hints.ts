/** Turns hints into pulls: each collection waits for its delay, with at most one hint waiting. */
import { HINT_JITTER } from './hint-pace';
import type { HintListener } from './hints';

export interface Heeding<N extends string> {
  /** Milliseconds until the next hint of this collection is followed. */
  pace(name: N): number;
  hinted(name: N): void;
  /**
   * Takes the rows of a hint; false when they cannot be used, and the collection is pulled. `pullInstead` is for rows
   * that turn out later to be of no use.
   */
  bring?(name: N, rows: unknown, pullInstead: () => void): boolean;
  /** The connection carries hints. Returns whether a round that has not begun yet serves for what was missed. */
  joined(): boolean;
  /** The connection is new, and hints may have been missed. */
  missed(): void;
  /** Milliseconds over which phones spread their pulls when all of them have lost the connection. */
  spread: number;
}

/** Returns a function that stops; after `signal` no hint is followed. */
export function heedHints<N extends string>(
  subscribe: (listener: HintListener<N>) => () => void,
  signal: AbortSignal,
  { pace, hinted, bring, joined, missed, spread }: Heeding<N>,
): () => void {
  // One timer per collection: hints that arrive meanwhile are served by the same pull.
  const timers = new Map<N | 'missed', { timer: ReturnType<typeof setTimeout>; isRest: boolean }>();
  const later = (kind: N | 'missed', wait: number, heed: () => void) => {
    const waiting = timers.get(kind);
    const isRest = wait > HINT_JITTER;
    // Any pull that brings rows ends a pause, so this hint need not wait for it.
    if (waiting && (isRest || !waiting.isRest)) return;
    clearTimeout(waiting?.timer);
    const timer = setTimeout(() => {
      timers.delete(kind);
      if (!signal.aborted) heed();
    }, wait);
    timers.set(kind, { timer, isRest });
  };
  const pull = (name: N) => later(name, pace(name), () => hinted(name));
  const unsubscribe = subscribe({
    onHint: (name, rows) => {
      if (!bring?.(name, rows, () => pull(name))) pull(name);
    },
    onConnected: () => {
      if (!joined()) later('missed', Math.random() * spread, missed);
    },
  });
  return () => {
    unsubscribe();
    for (const { timer } of timers.values()) clearTimeout(timer);
  };
}
