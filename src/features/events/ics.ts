/**
 * Builds an event's calendar file (RFC 5545) on the device. Times are UTC, so that the file needs no time zone table,
 * which changes with the law.
 */
import { overAt } from './dates';
import type { DanceEvent } from './schema';

export interface CalendarText {
  city: string | null;
  /** URL of the event's page. */
  address: string;
}

/** The whole file. `now`: creation time, milliseconds since 1970. */
export function calendarFile(event: DanceEvent, { city, address }: CalendarText, now: number): string {
  const place = [event.venue, city].filter(Boolean).join(', ');
  const about = [
    event.description,
    event.price ? `Quanto: ${event.price}` : null,
    event.organiser ? `Quem organiza: ${event.organiser}` : null,
    address,
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Danceflix//Eventos//PT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}@danceflix`,
    `DTSTAMP:${utc(now)}`,
    `LAST-MODIFIED:${utc(event.updatedAt)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(overAt(event))}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `DESCRIPTION:${escapeText(about.filter(Boolean).join('\n\n'))}`,
    `URL:${address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
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
