/** Dates of events as text, always in the time of Brasília, wherever the device is. */
import {
  dayNumber,
  hour,
  longMonth,
  shortMonth,
  shortWeekday,
  weekday,
  weekdayAndYear,
} from '@/lib/date-forms';
import { dayKey } from '@/lib/dates';
import { isStale } from './confirmed';
import type { DanceEvent } from './schema';

export const ZONE = 'America/Sao_Paulo';

const HOUR = 3_600_000;
/** Assumed length of an event without an end; the server uses the same (app.event_over_at). */
const USUAL_LENGTH = 6 * HOUR;

type Span = Pick<DanceEvent, 'startsAt' | 'endsAt'>;
type Confirmed = Pick<DanceEvent, 'confirmedAt' | 'weekly'>;

export function overAt({ startsAt, endsAt }: Span): number {
  return endsAt ?? startsAt + USUAL_LENGTH;
}

/** Parts of the calendar sheet: '05', 'dez', 'sáb'. */
export function sheet(moment: number): { day: string; month: string; weekday: string } {
  const bare = (text: string) => text.replace('.', '');
  return {
    day: dayNumber(moment),
    month: bare(shortMonth(moment)),
    weekday: bare(shortWeekday(moment)),
  };
}

/** 'sábado, 5 de dezembro, 21:00 às 02:00'; an event of several days shows both days without hours. */
export function whenText(span: Span, now: number): string {
  const { startsAt, endsAt } = span;
  const sameYear = dayKey(startsAt).slice(0, 4) === dayKey(now).slice(0, 4);
  const day = (moment: number) => (sameYear ? weekday : weekdayAndYear)(moment);
  const start = `${day(startsAt)}, ${hour(startsAt)}`;
  if (endsAt === null) return start;
  if (isNight(span)) return `${start} às ${hour(endsAt)}`;
  return `${weekday(startsAt)} a ${day(endsAt)}`;
}

/** Whether the event ends on its first day or in the following night. */
function isNight({ startsAt, endsAt }: Span): boolean {
  if (endsAt === null || dayKey(startsAt) === dayKey(endsAt)) return true;
  return endsAt - startsAt <= 14 * HOUR;
}

/** '21:00'; '5 a 8 dez' for an event of several days. */
export function shortWhen(span: Span): string {
  const { startsAt, endsAt } = span;
  if (endsAt === null) return hour(startsAt);
  if (isNight(span)) return `${hour(startsAt)} às ${hour(endsAt)}`;
  const [from, to] = [sheet(startsAt), sheet(endsAt)];
  const first = from.month === to.month ? Number(from.day) : `${Number(from.day)} ${from.month}`;
  return `${first} a ${Number(to.day)} ${to.month}`;
}

export interface Month<T> {
  /** '2026-12' */
  key: string;
  /** 'Dezembro de 2026' */
  title: string;
  events: T[];
}

/**
 * Events that are not over, by the month of their start; one that began in an earlier month is in the current month.
 * Within a month, series without a recent confirmation come last.
 */
export function byMonth<T extends Span & Confirmed>(events: readonly T[], now: number): Month<T>[] {
  const months = new Map<string, Month<T>>();
  const stale = (event: T) => Number(isStale(event, now));
  const inOrder = [...events]
    .filter((event) => overAt(event) > now)
    .sort((a, b) => stale(a) - stale(b) || a.startsAt - b.startsAt);
  for (const event of inOrder) {
    const shownAt = Math.max(event.startsAt, now);
    const key = dayKey(shownAt).slice(0, 7);
    const month = months.get(key) ?? { key, title: capital(longMonth(shownAt)), events: [] };
    month.events.push(event);
    months.set(key, month);
  }
  return [...months.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** 'Hoje', 'Amanhã', 'Acontecendo agora', or null. */
export function nearness(span: Span, now: number): string | null {
  if (span.startsAt <= now) return overAt(span) > now ? 'Acontecendo agora' : null;
  const day = dayKey(span.startsAt);
  if (day === dayKey(now)) return 'Hoje';
  return day === dayKey(now + 24 * HOUR) ? 'Amanhã' : null;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
