import { dayOf, weekOf } from './calendar';

export interface Streak {
  /** Weeks in a row up to this one. A week that is still running breaks nothing: last week counts until it is over. */
  current: number;
  longest: number;
  /** Whether there was something this week already. */
  thisWeek: boolean;
}

/** Weeks in a row with something in them. `moments`: ISO 8601, in any order; what is no date counts nothing. */
export function weekStreak(moments: readonly string[], now: number): Streak {
  const today = dayOf(now);
  if (today === null) return { current: 0, longest: 0, thisWeek: false };
  const running = weekOf(today);
  const weeks = new Set(
    moments.flatMap((moment) => {
      const date = dayOf(moment);
      // A clock that runs ahead is no week of dancing yet to come.
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
