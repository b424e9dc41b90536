/** Turns hints into pulls: each collection waits for its delay, with at most one hint waiting. */
import { HINT_JITTER } from './hint-pace';
import type { HintListener } from './hints';

export interface Heeding<N extends string> {
  /** Milliseconds until the next hint of this collection is followed. */
  pace(name: N): number;
  hinted(name: N): void;
  /** The connection that carries hints is new. */
  connected(): void;
}

/** Returns a function that stops; after `signal` no hint is followed. */
export function heedHints<N extends string>(
  subscribe: (listener: HintListener<N>) => () => void,
  signal: AbortSignal,
  { pace, hinted, connected }: Heeding<N>,
): () => void {
  // One timer per collection: hints that arrive meanwhile are served by the same pull.
  const timers = new Map<N | 'reconnect', { timer: ReturnType<typeof setTimeout>; isRest: boolean }>();
  const later = (kind: N | 'reconnect', wait: number, heed: () => void) => {
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
  const unsubscribe = subscribe({
    onHint: (name) => later(name, pace(name), () => hinted(name)),
    onConnected: () => later('reconnect', Math.random() * HINT_JITTER, connected),
  });
  return () => {
    unsubscribe();
    for (const { timer } of timers.values()) clearTimeout(timer);
  };
}
