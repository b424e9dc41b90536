import { startTransition, useEffect, useState } from 'react';

/**
 * The value, one painted frame late: for what stands below what people look at. `useDeferredValue` does not wait for
 * the paint, and its work before it is what people would wait for. While it changes more often than every `pause`
 * milliseconds, as under quick fingers, it stays what it was; `beat` stands for what else begins the pause anew.
 */
export function useAfterPaint<T extends object | string | boolean | null>(
  value: T,
  pause = 0,
  beat?: unknown,
): T {
  const [painted, setPainted] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another beat waits anew.
  useEffect(() => {
    return painted === value ? undefined : afterPaint(() => setPainted(value), pause);
  }, [painted, value, pause, beat]);
  return painted;
}

/** False in the first frame if `isLate`: for what people need a moment after what they look at. */
export function useIsPainted(isLate: boolean): boolean {
  const [isPainted, setPainted] = useState(!isLate);
  useEffect(() => (isPainted ? undefined : afterPaint(() => setPainted(true))), [isPainted]);
  return isPainted;
}

/** Returns how to call it off. */
function afterPaint(work: () => void, pause = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => startTransition(work), pause);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
