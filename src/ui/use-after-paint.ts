import { startTransition, useEffect, useState } from 'react';

/** Milliseconds: quick fingers are quicker, so that nothing below is drawn for a word that is not finished. */
const BETWEEN_KEYS = 200;

let typedAt = Number.NEGATIVE_INFINITY;

// Pages are also drawn where there is no window.
globalThis.window?.addEventListener('input', noteTyping, { capture: true });

function noteTyping(event: Event): void {
  // What is chosen from a list is an input too, and nobody's fingers go on after it.
  if (event instanceof InputEvent) typedAt = performance.now();
}

/**
 * The value, one painted frame late, and never between two keys of quick fingers: for what stands below what people look
 * at. `useDeferredValue` does not wait for the paint, and its work is what the next key would wait for.
 */
export function useAfterPaint<T extends object | string | null>(value: T): T {
  const [painted, setPainted] = useState(value);
  useEffect(() => (painted === value ? undefined : afterPaint(() => setPainted(value))), [painted, value]);
  return painted;
}

/** False in the first frame if `isLate`: for what people need a moment after what they look at. */
export function useIsPainted(isLate: boolean): boolean {
  const [isPainted, setPainted] = useState(!isLate);
  useEffect(() => (isPainted ? undefined : afterPaint(() => setPainted(true))), [isPainted]);
  return isPainted;
}

/** Returns how to call it off. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (milliseconds: number) => {
    timer = setTimeout(() => {
      const rest = typedAt + BETWEEN_KEYS - performance.now();
      if (rest > 0) wait(rest);
      else startTransition(work);
    }, milliseconds);
  };
  const frame = requestAnimationFrame(() => wait(0));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
