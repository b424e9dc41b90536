/** Measures how far pages jump while they load, with Google's web-vitals. */
import { CLSThresholds, onCLS } from 'web-vitals';

/** Cumulative layout shift: up to `good` the page is stable, above `poor` it jumps visibly (web.dev/cls). */
export const LAYOUT_SHIFT = { good: CLSThresholds[0], poor: CLSThresholds[1] } as const;

export type ShiftVerdict = 'good' | 'needs-improvement' | 'poor';

/** Reports the present score whenever it grows. */
export function watchLayoutShift(report: (score: number, verdict: ShiftVerdict) => void): void {
  onCLS(({ value, rating }) => report(value, rating), { reportAllChanges: true });
}
