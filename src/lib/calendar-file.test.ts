import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarEntry, calendarFile, foldLine, googleCalendarLink } from './calendar-file';

const NOW = Date.parse('2026-11-21T10:20:30.400Z');
const entry: CalendarEntry = {
  uid: '00000000-0000-4000-8000-00000000000a',
  title: 'Aula de zouk com Marina',
  start: Date.parse('2026-12-03T21:30:00Z'),
  end: Date.parse('2026-12-03T22:30:00Z'),
  place: 'Estúdio; sala 2',
  about: ['Valor: R$ 120,00'],
  address: 'https://danceflix.test/student/requests/1',
  changedAt: NOW,
  sequence: 7,
  alarm: 120,
};
const unfolded = (entries: CalendarEntry[]) =>
  calendarFile(entries, 'Aulas', NOW).replaceAll('\r\n ', '').split('\r\n');

it('an entry has its sequence and reminds before the start', () => {
  const lines = unfolded([entry]);
  for (const line of [
    'SEQUENCE:7',
    'TRIGGER:-PT120M',
    'DTSTART:20261203T213000Z',
    'LOCATION:Estúdio\\; sala 2',
  ])
    expect(lines).toContain(line);
});

it('a cancelled entry takes itself out of calendars, and reminds of nothing', () => {
  const lines = unfolded([{ ...entry, isCancelled: true }]);
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines).not.toContain('BEGIN:VALARM');
});

it('every text stays within its entry, and every line within 75 octets', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { minLength: 3, maxLength: 3 }),
      (texts) => {
        const [title = '', place = '', about = ''] = texts;
        const text = calendarFile([{ ...entry, title, place, about: [about] }], 'Aulas', NOW);
        const encoder = new TextEncoder();
        expect(text.split('\r\n').filter((line) => encoder.encode(line).length > 75)).toEqual([]);
        const lines = text.replaceAll('\r\n ', '').split('\r\n');
        expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
        expect(lines.every((line) => line === '' || /^[A-Z-]+[:;]/.test(line))).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it('the link to Google Calendar carries the same', () => {
  const link = new URL(googleCalendarLink(entry));
  expect(link.host).toBe('calendar.google.com');
  expect(link.searchParams.get('dates')).toBe('20261203T213000Z/20261203T223000Z');
  expect(link.searchParams.get('location')).toBe('Estúdio; sala 2');
  expect(link.searchParams.get('details')).toContain('https://danceflix.test/student/requests/1');
});

describe('folding', () => {
  const octets = (line: string) => new TextEncoder().encode(line).length;

  it.each([
    ['ascii', 'x'.repeat(400)],
    ['two octets', 'ã'.repeat(200)],
    ['four octets', '💃'.repeat(100)],
    ['mixed', `DESCRIPTION:${'forró é bão 💃 '.repeat(30)}`],
  ])('keeps lines within 75 octets and cuts no character: %s', (_, line) => {
    const folded = foldLine(line).split('\r\n');
    expect(folded.length).toBeGreaterThan(1);
    for (const part of folded) expect(octets(part)).toBeLessThanOrEqual(75);
    for (const part of folded.slice(1)) expect(part.startsWith(' ')).toBe(true);
    expect(folded.map((part, place) => (place === 0 ? part : part.slice(1))).join('')).toBe(line);
    expect(folded.join('')).not.toContain('\ufffd');
  });

  it('leaves a line of 75 octets as it is', () => {
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  });
});
