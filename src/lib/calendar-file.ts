/**
 * Calendar files (RFC 5545), built on the device. Times are UTC, so that the file needs no time zone table, which
 * changes with the law. Only an entry that repeats is in a zone, since its wall time has to stay: calendars know zones by
 * their IANA name, and take the table in the file where they do not.
 */
import { matchesMedia } from './browser/media';
import { download, shareFile } from './file-to-device';
import { wallTimeAt, zoneOffset } from './wall-time';

export interface CalendarEntry {
  /** Stays the same in every version of the entry. */
  uid: string;
  title: string;
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  place: string | null;
  /** Paragraphs. */
  about: readonly string[];
  /** URL of the entry's page. */
  address: string;
  /** Milliseconds since 1970. */
  changedAt: number;
  /** Rises with every change, so that calendars take the newer version. */
  sequence?: number;
  isCancelled?: boolean;
  /** Minutes before the start at which the calendar reminds. */
  alarm?: number;
  /** Repeats every week from `start` on. */
  weekly?: WeeklyEntry;
}

export interface WeeklyEntry {
  /** IANA name. */
  zone: string;
  /** The start of the last date, milliseconds since 1970. */
  until: number;
  /** Starts of dates that are left out. */
  except: readonly number[];
}

/** The whole file. `about`: its product, as in 'Eventos'. `now`: milliseconds since 1970. */
export function calendarFile(entries: readonly CalendarEntry[], about: string, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Danceflix//${about}//PT`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...entries.flatMap(({ weekly, start }) => (weekly ? zoneLines(weekly.zone, start) : [])),
    ...entries.flatMap((entry) => entryLines(entry, now)),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

function entryLines(entry: CalendarEntry, now: number): string[] {
  const { place, about, sequence, isCancelled = false, alarm, weekly } = entry;
  const time = (moment: number) => (weekly ? inZone(moment, weekly.zone) : `:${utc(moment)}`);
  const paragraphs = [...about, entry.address].join('\n\n');
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}@danceflix`,
    `DTSTAMP:${utc(now)}`,
    `LAST-MODIFIED:${utc(entry.changedAt)}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    `DTSTART${time(entry.start)}`,
    `DTEND${time(entry.end)}`,
    ...(weekly
      ? [
          `RRULE:FREQ=WEEKLY;UNTIL=${utc(weekly.until)}`,
          ...weekly.except.map((moment) => `EXDATE${time(moment)}`),
        ]
      : []),
    `SUMMARY:${escapeText(entry.title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `DESCRIPTION:${escapeText(paragraphs)}`,
    `URL:${entry.address}`,
    ...(isCancelled ? ['STATUS:CANCELLED'] : []),
    ...(alarm === undefined || isCancelled ? [] : alarmLines(alarm, entry.title)),
    'END:VEVENT',
  ];
}

const alarmLines = (minutes: number, title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(title)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
];

/** A page of Google Calendar with the entry filled in. */
export function googleCalendarLink({ title, start, end, place, about, address }: CalendarEntry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${utc(start)}/${utc(end)}`,
    details: [...about, address].join('\n\n'),
    ...(place ? { location: place } : {}),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Gives a calendar file to the device: on touch screens by the share sheet, where calendars are, else as a download. */
export async function saveCalendarFile(text: string, name: string): Promise<void> {
  const file = new File([text], `${name}.ics`, { type: 'text/calendar' });
  if (matchesMedia('(pointer: coarse)')) await shareFile(file);
  else download(file);
}

/** ';TZID=America/Sao_Paulo:20261205T200000' (§3.3.5, form 3). */
const inZone = (moment: number, zone: string) =>
  `;TZID=${zone}:${wallTimeAt(moment, zone).replace(/[-:]/g, '')}00`;

/** The zone as it is at this moment; a rule for changes of the clocks would be a guess about the law. */
function zoneLines(zone: string, moment: number): string[] {
  const minutes = Math.round(zoneOffset(moment, zone) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}${two(Math.abs(minutes) % 60)}`;
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
}

/** '20261205T230000Z' (§3.3.5, form 2). */
function utc(moment: number): string {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** §3.3.11: escapes backslash, semicolon and comma, writes line ends as \n, and removes control characters. */
export function escapeText(text: string): string {
  const isAllowed = (character: string) => {
    const code = character.charCodeAt(0);
    return code === 9 || code === 10 || (code >= 32 && code !== 127);
  };
  return Array.from(text.replace(/\r\n?/g, '\n'))
    .filter(isAllowed)
    .join('')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');
}

const encoder = new TextEncoder();
const LINE = 75;

/** §3.1: at most 75 octets a line without its end; a continuation begins with a space. Characters are never split. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
