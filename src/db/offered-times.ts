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
