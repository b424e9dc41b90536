/** Turns hints into pulls: each collection waits for its delay, with at most one hint waiting. */
import { HINT_JITTER } from './hint-pace';
import type { HintListener } from './hints';

/**
 * Milliseconds over which phones spread the pulls for changes whose hints did not arrive. Where Realtime drops messages,
 * thousands of phones notice at the same moment; without the next hint they would wait for their timer.
 */
const GAP_SPREAD = 60_000;

export interface Heeding<N extends string> {
  /** Milliseconds until the next hint of this collection is followed. */
  pace(name: N): number;
  hinted(name: N): void;
  /**
   * Takes the content of a hint; false when it cannot be used, and the collection is pulled. `pullInstead` is for rows
   * that turn out later to be of no use, or to leave a gap before them.
   */
  bring?(name: N, content: unknown, pullInstead: (isUrgent: boolean) => void): boolean;
  /** The connection carries hints. Returns whether a round that has not begun yet serves for what was missed. */
  joined(): boolean;
  /** No hints come any more. */
  lost?(): void;
  /** The connection is new, and hints may have been missed. */
  missed(): void;
  /** Milliseconds over which phones spread their pulls when all of them have lost the connection. */
  spread: number;
}

/** Returns a function that stops; after `signal` no hint is followed. */
export function heedHints<N extends string>(
  subscribe: (listener: HintListener<N>) => () => void,
  signal: AbortSignal,
  { pace, hinted, bring, joined, lost, missed, spread }: Heeding<N>,
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
  const pull = (name: N, isUrgent = true) => {
    const spread = isUrgent ? 0 : Math.random() * GAP_SPREAD;
    later(name, Math.max(spread, pace(name)), () => hinted(name));
  };
  const unsubscribe = subscribe({
    onHint: (name, content) => {
      if (!bring?.(name, content, (isUrgent) => pull(name, isUrgent))) pull(name);
    },
    onConnected: () => {
      if (!joined()) later('missed', Math.random() * spread, missed);
    },
    ...(lost && { onLost: lost }),
  });
  return () => {
    unsubscribe();
    for (const { timer } of timers.values()) clearTimeout(timer);
  };
}
