/** Cumulative layout shift: up to `good` nobody minds, above `poor` the page jumps (web.dev/cls). */
export const LAYOUT_SHIFT = { good: 0.1, poor: 0.25 } as const;

/** Off: the specification lists the monitor as disabled. Turned on by hand when a shift is hunted. */
export const LAYOUT_SHIFT_MONITOR_ENABLED = false;

export type ShiftVerdict = 'good' | 'needs-improvement' | 'poor';

export function judgeShift(score: number): ShiftVerdict {
  if (score <= LAYOUT_SHIFT.good) return 'good';
  return score <= LAYOUT_SHIFT.poor ? 'needs-improvement' : 'poor';
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Adds up the shifts that no input caused and reports the running score. Does nothing while disabled or where
 * the browser cannot observe them; returns how to stop.
 */
export function watchLayoutShift(
  report: (score: number, verdict: ShiftVerdict) => void,
  enabled: boolean = LAYOUT_SHIFT_MONITOR_ENABLED,
): () => void {
  if (!enabled || typeof PerformanceObserver === 'undefined') return () => undefined;
  let score = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShiftEntry[]) {
      if (!entry.hadRecentInput) score += entry.value;
    }
    report(score, judgeShift(score));
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  return () => observer.disconnect();
}
