/** Hears hints for a puller: each kind waits its time, and of one kind one waits. */
import { HINT_JITTER } from './hint-pace';
import type { HintListener } from './hints';

export interface Heeding<N extends string> {
  /** Milliseconds until the next hint of this collection is heeded. */
  pace(name: N): number;
  hinted(name: N): void;
  /** The connection on which hints come is new. */
  connected(): void;
}

/** Returns how to stop; after `signal` nothing is heeded. */
export function heedHints<N extends string>(
  subscribe: (listener: HintListener<N>) => () => void,
  signal: AbortSignal,
  { pace, hinted, connected }: Heeding<N>,
): () => void {
  // Of one kind one waits: what is said meanwhile is served by the same pull.
  const timers = new Map<N | 'reconnect', { timer: ReturnType<typeof setTimeout>; isRest: boolean }>();
  const later = (kind: N | 'reconnect', wait: number, heed: () => void) => {
    const waiting = timers.get(kind);
    const isRest = wait > HINT_JITTER;
    // A rest ends with the pull, for whatever reason, that brings something: this one need not wait for it.
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
