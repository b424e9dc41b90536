/** The dates of events that repeat weekly (…_events.sql says the same). Pure. */
import { dayKey } from '@/lib/dates';
import { expandWeekly, wallTimeAt } from '@/lib/wall-time';
import { overAt, shortWhen, ZONE } from './dates';
import type { DanceEvent } from './schema';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** An open-ended series runs so long after it began or was last confirmed. */
const OPEN_ENDED = 180 * DAY;
/** Days ahead whose dates of a series are in the agenda. */
const AHEAD = 35;

export interface SeriesDate {
  /** 'YYYY-MM-DD' in Brasília. */
  day: string;
  startsAt: number;
  endsAt: number | null;
  /** Called off. */
  isOff: boolean;
}

type Series = Pick<DanceEvent, 'startsAt' | 'endsAt' | 'weekly' | 'confirmedAt'>;

/** The last day that may have a date. */
function lastDay({ startsAt, weekly, confirmedAt }: Series): string {
  if (weekly?.until) return weekly.until;
  return dayKey(Math.max(confirmedAt ?? startsAt, startsAt) + OPEN_ENDED);
}

/** The dates of a series that are not over at `now` and begin before `until`, called off ones too, in order. */
export function datesBetween(event: Series, now: number, until: number): SeriesDate[] {
  const { startsAt, endsAt, weekly } = event;
  if (weekly === null) return [];
  const length = endsAt === null ? null : endsAt - startsAt;
  const last = lastDay(event);
  // A change of the clocks moves a date by hours, never by a week.
  const begin = Math.max(0, Math.floor((now - startsAt) / WEEK) - 1);
  const end = Math.ceil((until - startsAt) / WEEK) + 1;
  if (!(end > begin)) return [];
  const first = wallTimeAt(startsAt + begin * WEEK, ZONE).slice(0, 10);
  const time = wallTimeAt(startsAt, ZONE).slice(10);
  return expandWeekly({ first: `${first}${time}`, zone: ZONE, weeks: end - begin }).flatMap(
    ({ local, instant }) => {
      const date: SeriesDate = {
        day: local.slice(0, 10),
        startsAt: instant,
        endsAt: length === null ? null : instant + length,
        isOff: weekly.off.includes(local.slice(0, 10)),
      };
      return date.day <= last && overAt(date) > now && instant < until ? [date] : [];
    },
  );
}

/** An event once for each of its dates that are not over, within the days that the agenda shows of a series. */
export function datesOf<E extends DanceEvent>(event: E, now: number): E[] {
  if (event.weekly === null) return overAt(event) > now ? [event] : [];
  return datesBetween(event, now, Math.max(now, event.startsAt) + AHEAD * DAY)
    .filter(({ isOff }) => !isOff)
    .map(({ startsAt, endsAt }) => ({ ...event, startsAt, endsAt }));
}

/** The event on its next date; on the day `wanted`, if it has a date then. Where it has none any more, as it is stored. */
export function onDate<E extends DanceEvent>(event: E, now: number, wanted: string | null = null): E {
  const dates = datesOf(event, now);
  return dates.find(({ startsAt }) => dayKey(startsAt) === wanted) ?? dates[0] ?? event;
}

const EVERY = [
  'Todo domingo',
  'Toda segunda',
  'Toda terça',
  'Toda quarta',
  'Toda quinta',
  'Toda sexta',
  'Todo sábado',
] as const;

/** 'Toda terça'; null for an event with one date. */
export function everyWeekday({ weekly, startsAt }: Pick<DanceEvent, 'weekly' | 'startsAt'>): string | null {
  if (weekly === null) return null;
  return EVERY[new Date(`${dayKey(startsAt)}T12:00:00Z`).getUTCDay()] ?? null;
}

/** 'Toda terça, 20:00 às 23:00'; null for an event with one date. */
export function everyText(event: Pick<DanceEvent, 'weekly' | 'startsAt' | 'endsAt'>): string | null {
  const every = everyWeekday(event);
  return every === null ? null : `${every}, ${shortWhen(event)}`;
}
