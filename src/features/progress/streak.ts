import { dayOf, weekOf } from './calendar';

export interface Streak {
  /** Consecutive weeks up to this one. An empty week ends the streak only once it is over. */
  current: number;
  longest: number;
  /** Whether this week has a moment already. */
  thisWeek: boolean;
}

/** Counts consecutive weeks that contain a moment. `moments`: ISO 8601, unordered; invalid ones are ignored. */
export function weekStreak(moments: readonly string[], now: number): Streak {
  const today = dayOf(now);
  if (today === null) return { current: 0, longest: 0, thisWeek: false };
  const running = weekOf(today);
  const weeks = new Set(
    moments.flatMap((moment) => {
      const date = dayOf(moment);
      // A date in the future comes from a clock that ran ahead, and counts as now.
      return date === null ? [] : [Math.min(weekOf(date), running)];
    }),
  );
  const lengthBack = (from: number) => {
    let length = 0;
    while (weeks.has(from - length)) length += 1;
    return length;
  };
  const thisWeek = weeks.has(running);
  return {
    current: lengthBack(thisWeek ? running : running - 1),
    longest: Math.max(0, ...[...weeks].map(lengthBack)),
    thisWeek,
  };
}
