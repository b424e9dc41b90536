/** A teacher's times by day, as pages show them. */
import { DAY_KEYS, type Day, slotOf, TIME_KEYS, type Time } from './availability';

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
