/** The half-days of a week as a grid, and as the text of the search's time filter. */
import {
  BETWEEN,
  DAY_KEYS,
  DAYS,
  type Day,
  slotOf,
  TIME_KEYS,
  TIMES,
  type Time,
} from '@/db/rows/availability';

/** A row for each day, a box for each time. */
export const WEEK = DAY_KEYS.map((day) => ({
  name: DAYS[day],
  boxes: TIME_KEYS.map((time) => ({ label: TIMES[time], slots: [slotOf(day, time)] })),
}));

/** The days of a time, all together. */
export const EVERY_DAY = {
  name: 'Todos os dias',
  boxes: TIME_KEYS.map((time) => ({ label: TIMES[time], slots: DAY_KEYS.map((day) => slotOf(day, time)) })),
};

/**
 * The shortest filter that stands for these half-days: times of all days first, then whole days, then the others. Empty
 * for none and for all. At most 181 characters, of the 200 that a filter may have.
 */
export function filterOf(slots: readonly string[]): string {
  const has = (day: (typeof DAY_KEYS)[number], time: (typeof TIME_KEYS)[number]) =>
    slots.includes(slotOf(day, time));
  const times = TIME_KEYS.filter((time) => DAY_KEYS.every((day) => has(day, time)));
  if (times.length === TIME_KEYS.length) return '';
  const rest = TIME_KEYS.filter((time) => !times.includes(time));
  const ofDays = DAY_KEYS.flatMap((day): string[] =>
    times.length === 0 && TIME_KEYS.every((time) => has(day, time))
      ? [day]
      : rest.filter((time) => has(day, time)).map((time) => slotOf(day, time)),
  );
  return [...times, ...ofDays].join(BETWEEN);
}

/** The half-days of a request, which names days and times; an empty list stands for any. Empty where both are. */
export function halfDaysOf(days: readonly string[], times: readonly string[]): string[] {
  if (days.length + times.length === 0) return [];
  const wanted = DAY_KEYS.filter((day) => days.length === 0 || days.includes(day));
  const at = TIME_KEYS.filter((time) => times.length === 0 || times.includes(time));
  return wanted.flatMap((day) => at.map((time) => slotOf(day, time)));
}

/** Days with their times, in the week's order, without the days that have none. */
export function daysOffered(slots: readonly string[]): { day: Day; times: Time[] }[] {
  return DAY_KEYS.map((day) => ({
    day,
    times: TIME_KEYS.filter((time) => slots.includes(slotOf(day, time))),
  })).filter(({ times }) => times.length > 0);
}

/** The times that are offered on some day. */
export function timesOffered(slots: readonly string[]): Time[] {
  return TIME_KEYS.filter((time) => DAY_KEYS.some((day) => slots.includes(slotOf(day, time))));
}

/** Half-days as a request names them: their days and their times, each empty where it is all of them. */
export function daysAndTimesOf(slots: readonly string[]): { days: Day[]; times: Time[] } {
  const days = daysOffered(slots).map(({ day }) => day);
  const times = timesOffered(slots);
  return {
    days: days.length === DAY_KEYS.length ? [] : days,
    times: times.length === TIME_KEYS.length ? [] : times,
  };
}
