/** How far pages jump while they load, measured by Google's web-vitals. */
import { CLSThresholds, onCLS } from 'web-vitals';

/** Cumulative layout shift: up to `good` nobody minds, above `poor` the page jumps (web.dev/cls). */
export const LAYOUT_SHIFT = { good: CLSThresholds[0], poor: CLSThresholds[1] } as const;

export type ShiftVerdict = 'good' | 'needs-improvement' | 'poor';

/** Reports the running score whenever it grows. */
export function watchLayoutShift(report: (score: number, verdict: ShiftVerdict) => void): void {
  onCLS(({ value, rating }) => report(value, rating), { reportAllChanges: true });
}
