import { startTransition, useEffect, useState } from 'react';

/**
 * The value, one painted frame late: for what stands below what people look at. `useDeferredValue` does not wait for
 * the paint, and its work before it is what people would wait for. While it changes more often than every `pause`
 * milliseconds, as under quick fingers, it stays what it was; `beat` stands for what else begins the pause anew.
 */
export function useAfterPaint<T extends object | string | null>(value: T, pause = 0, beat?: unknown): T {
  const [painted, setPainted] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another beat waits anew.
  useEffect(() => {
    if (painted === value) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(value)), pause);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [painted, value, pause, beat]);
  return painted;
}
