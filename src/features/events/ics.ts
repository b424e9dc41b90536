/**
 * An event as a calendar file (RFC 5545), made on the phone. Times are UTC: the place's clock changes with the law, and
 * UTC needs no table of zones in the file.
 */
import { overAt } from './dates';
import type { DanceEvent } from './schema';

export interface CalendarText {
  city: string | null;
  /** Of the event's page. */
  address: string;
}

/** The whole file. `now`: when it was made, milliseconds since 1970. */
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

/** §3.3.11: backslash, semicolon and comma with a backslash, line ends as \n; what may not stand in a text goes. */
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

/** §3.1: at most 75 octets a line without its end; a continued one begins with a space. No character is cut. */
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
