/**
 * Waking hours: those between 8:00 and 22:00 in São Paulo, since no city has a zone of its own. A request is to be
 * answered within 48 of them. Equals app.waking_time and app.after_waking in …_wishes.sql.
 */
import { instantOf, zoneOffset } from '@/lib/wall-time';

const ZONE = 'America/Sao_Paulo';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MORNING = 8 * HOUR;
const WAKING_DAY = 14 * HOUR;

/** Waking hours until a request counts as unanswered, and until its teacher is reminded. */
export const ANSWER_HOURS = 48;
export const NUDGE_HOURS = 24;

/** Milliseconds of waking time since 1970, for milliseconds since 1970. */
export function wakingTime(at: number): number {
  const local = Math.floor(at) + zoneOffset(at, ZONE);
  const day = Math.floor(local / DAY);
  return day * WAKING_DAY + Math.min(Math.max(local - day * DAY - MORNING, 0), WAKING_DAY);
}

export function wakingBetween(first: number, last: number): number {
  return Math.max(wakingTime(last) - wakingTime(first), 0);
}

/** The first instant at which so many waking hours (at least 1) have passed. */
export function afterWaking(at: number, hours: number): number {
  const total = wakingTime(at) + hours * HOUR;
  const day = Math.floor((total - 1) / WAKING_DAY);
  const local = day * DAY + MORNING + (total - day * WAKING_DAY);
  const minute = Math.floor(local / 60_000) * 60_000;
  return instantOf(new Date(minute).toISOString().slice(0, 16), ZONE) + (local - minute);
}
