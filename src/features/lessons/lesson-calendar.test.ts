import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timed } from '@/db/lessons/lesson-rules';
import { calendarFile } from '@/lib/calendar-file';
import { instantOf, wallTimeAt } from '@/lib/wall-time';
import { calendarEntry, forCalendar } from './lesson-calendar';
import type { ShownLesson } from './lesson-overlay';

const NOW = Date.parse('2026-11-26T12:00:00-03:00');

function lesson(local: string, more: Partial<ShownLesson> = {}, zone = 'America/Sao_Paulo', minutes = 60) {
  const agreed = timed({ starts_local: local, zone, minutes, place: 'Estúdio', price_cents: 12_000 });
  return {
    ...{ id: 'a', request_id: 'r', side: 'student', status: 'confirmed', version: 4, agreed },
    ...more,
  } as ShownLesson;
}

const lines = (one: ShownLesson) => {
  const entry = calendarEntry(one, 'Marina', NOW);
  return entry ? calendarFile([entry], 'Aulas', NOW).replaceAll('\r\n ', '').split('\r\n') : [];
};
const momentOf = (all: string[], name: string) => {
  const text = all.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  return Date.parse(
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, (_, ...part: string[]) => {
      const [year, month, day, hour, minute, second] = part;
      return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
    }),
  );
};

it('a lesson keeps its id in every version, rises in sequence and reminds two hours before', () => {
  const first = lines(lesson('2026-12-03T18:30'));
  const later = lines(lesson('2026-12-04T19:00', { version: 9 }));
  expect(first).toContain('UID:aula-a@danceflix');
  expect(later).toContain('UID:aula-a@danceflix');
  expect([first, later].map((all) => all.find((line) => line.startsWith('SEQUENCE')))).toEqual([
    'SEQUENCE:4',
    'SEQUENCE:9',
  ]);
  expect(first).toContain('TRIGGER:-PT120M');
  expect(first).toContain('SUMMARY:Aula com Marina');
});

it('in every zone the calendar shows the wall time that was agreed, and the length', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: 0, max: 2 * 365 * 24 * 4 }),
      fc.integer({ min: 15, max: 480 }),
      (zone, quarters, minutes) => {
        const local = new Date(Date.UTC(2026, 0, 1) + quarters * 900_000).toISOString().slice(0, 16);
        const all = lines(lesson(local, {}, zone, minutes));
        const start = momentOf(all, 'DTSTART');
        expect(momentOf(all, 'DTEND') - start).toBe(minutes * 60_000);
        // A time that daylight saving skips comes later by what was skipped.
        const isSkipped = wallTimeAt(instantOf(local, zone), zone) !== local;
        if (isSkipped) expect(wallTimeAt(start, zone) > local).toBe(true);
        else expect(wallTimeAt(start, zone)).toBe(local);
      },
    ),
    { numRuns: 300 },
  );
});

it('a file of many lessons takes out what was called off, and leaves out what is past or was never agreed', () => {
  const all = [
    lesson('2026-12-03T18:30', { id: 'next' }),
    lesson('2026-12-10T18:30', { id: 'off', status: 'called_off' }),
    lesson('2026-12-17T18:30', { id: 'open', status: 'proposed', agreed: null }),
    lesson('2026-11-19T18:30', { id: 'past' }),
    lesson('2026-11-12T18:30', { id: 'held', status: 'held' }),
  ];
  const chosen = forCalendar(all, NOW);
  expect(chosen.map(({ id }) => id)).toEqual(['next', 'off']);
  expect(chosen.map((one) => lines(one).includes('STATUS:CANCELLED'))).toEqual([false, true]);
});
