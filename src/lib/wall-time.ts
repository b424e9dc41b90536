/**
 * Wall times in IANA zones. A wall time is written 'YYYY-MM-DDTHH:MM'. The rules must equal app.zone_offset and
 * app.instant_of in …_lessons.sql.
 */
import { browserZone } from './browser/zone';

const DAY = 86_400_000;
const FORMAT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

/** The zone of almost all people who use this. */
const ASSUMED_ZONE = 'America/Sao_Paulo';
/** The names that app.is_zone accepts. */
const ZONE_NAME = /^(UTC|Etc\/GMT[+-]\d{1,2}|[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+){1,2})$/;

/** Null for a zone that this browser does not know. */
const formats = new Map<string, Intl.DateTimeFormat | null>();

function knownFormat(zone: string): Intl.DateTimeFormat | null {
  let format = formats.get(zone);
  if (format === undefined) {
    format = newFormat(zone);
    formats.set(zone, format);
  }
  return format;
}

function newFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return null;
  }
}

/**
 * The other person's phone may be newer and know zones that this one does not: such a lesson is read as São Paulo's, since
 * a page that falls over shows no time at all. Throws a RangeError where even that zone is unknown.
 */
function formatOf(zone: string): Intl.DateTimeFormat {
  const format = knownFormat(zone) ?? knownFormat(ASSUMED_ZONE);
  if (!format) throw new RangeError(`${zone} is no known zone`);
  return format;
}

/** The wall time in a zone at an instant, as the milliseconds that the same clock would mean in UTC. */
function wallClock(instant: number, zone: string): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = value;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** Milliseconds that wall times in the zone are ahead of UTC at an instant. */
export function zoneOffset(instant: number, zone: string): number {
  const whole = Math.floor(instant / 1000) * 1000;
  return wallClock(whole, zone) - whole;
}

/** The wall time as if it were UTC; null when the text is no date and time that exist. */
function readWall(local: string): number | null {
  const [, year, month, day, hour, minute] = FORMAT.exec(local) ?? [];
  if (year === undefined) return null;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return writeWall(time) === local ? time : null;
}

const writeWall = (time: number) => new Date(time).toISOString().slice(0, 16);

/** Whether the text is a wall time that exists in the calendar. */
export function isWallTime(text: string): boolean {
  return readWall(text) !== null;
}

/** Whether this browser knows the zone. */
export function isZone(zone: string): boolean {
  return knownFormat(zone) !== null;
}

/**
 * Milliseconds since 1970 of a wall time. One that happens twice means its first occurrence; one that is skipped means
 * the same time by the offset before the change, so it comes later by what was skipped (RFC 5545, 3.3.5). NaN for an
 * unreadable wall time.
 */
export function instantOf(local: string, zone: string): number {
  const wall = readWall(local);
  if (wall === null) return Number.NaN;
  const early = wall - zoneOffset(wall - DAY, zone);
  if (wallClock(early, zone) === wall) return early;
  const late = wall - zoneOffset(wall + DAY, zone);
  return wallClock(late, zone) === wall ? late : early;
}

/** The wall time in a zone at an instant. */
export function wallTimeAt(instant: number, zone: string): string {
  return writeWall(wallClock(Math.floor(instant / 1000) * 1000, zone));
}

/** The same wall time some weeks later: same weekday, same hour, whatever daylight saving does. */
export function weeksLater(local: string, weeks: number): string {
  const wall = readWall(local);
  if (wall === null) throw new RangeError(`${local} is no wall time`);
  return writeWall(wall + weeks * 7 * DAY);
}

export interface WeeklyRule {
  /** The wall time of the first. */
  first: string;
  zone: string;
  weeks: number;
  /** Places, from 0, that are left out. */
  skipped?: readonly number[];
}

export interface Occurrence {
  index: number;
  local: string;
  instant: number;
}

/** The occurrences of a weekly rule without its exceptions. */
export function expandWeekly({ first, zone, weeks, skipped = [] }: WeeklyRule): Occurrence[] {
  return Array.from({ length: weeks }, (_, index) => index)
    .filter((index) => !skipped.includes(index))
    .map((index) => {
      const local = weeksLater(first, index);
      return { index, local, instant: instantOf(local, zone) };
    });
}

/** The zone of this phone; São Paulo where the browser tells none, or one that it or the server does not know. */
export function phoneZone(): string {
  const zone = browserZone();
  return typeof zone === 'string' && ZONE_NAME.test(zone) && isZone(zone) ? zone : ASSUMED_ZONE;
}
