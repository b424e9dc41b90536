import { startTransition, useEffect, useState } from 'react';

/**
 * The value, one painted frame late: for parts below the visible ones. `useDeferredValue` does not wait for the paint
 * and would delay it with its own work. While the value changes more often than every `pause` milliseconds, as during
 * fast typing, the old one is returned; a new `beat` also restarts the pause.
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

/** False in the first frame if `isLate`: for parts that may appear one frame later. */
export function useIsPainted(isLate: boolean): boolean {
  const [isPainted, setPainted] = useState(!isLate);
  useEffect(() => (isPainted ? undefined : afterPaint(() => setPainted(true))), [isPainted]);
  return isPainted;
}

/** Returns a function that cancels. */
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
