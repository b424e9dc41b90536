import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  expandWeekly,
  instantOf,
  isWallTime,
  isZone,
  phoneZone,
  wallTimeAt,
  weeksLater,
  zoneOffset,
} from './wall-time';

const ZONES = Intl.supportedValuesOf('timeZone');
const isFull = process.env.TEST_FULL === '1';
const iso = (time: number) => new Date(time).toISOString();

it('reads and writes wall times', () => {
  expect(iso(instantOf('2026-12-03T18:30', 'America/Sao_Paulo'))).toBe('2026-12-03T21:30:00.000Z');
  expect(wallTimeAt(Date.parse('2026-12-03T21:30:00Z'), 'America/Sao_Paulo')).toBe('2026-12-03T18:30');
  expect(zoneOffset(0, 'Asia/Kolkata')).toBe(5.5 * 3_600_000);
  for (const wrong of ['2026-02-30T10:00', '2026-12-03 18:30', '2026-12-03T24:00', '2026-12-03T18:60', '']) {
    expect(isWallTime(wrong), wrong).toBe(false);
    expect(instantOf(wrong, 'UTC')).toBeNaN();
  }
  expect(isZone('America/Sao_Paulo')).toBe(true);
  expect(isZone('Brasil/Aqui')).toBe(false);
  expect(() => weeksLater('amanhã', 1)).toThrow(RangeError);
});

it('takes a skipped time later by what was skipped, and the first of a doubled one', () => {
  // Clocks went from 0:00 to 1:00 on 4 November 2018 in São Paulo, and back at 0:00 on 17 February 2019.
  expect(wallTimeAt(instantOf('2018-11-04T00:30', 'America/Sao_Paulo'), 'America/Sao_Paulo')).toBe(
    '2018-11-04T01:30',
  );
  expect(iso(instantOf('2019-02-16T23:30', 'America/Sao_Paulo'))).toBe('2019-02-17T01:30:00.000Z');
  expect(iso(instantOf('2026-03-08T02:30', 'America/New_York'))).toBe('2026-03-08T07:30:00.000Z');
  expect(iso(instantOf('2026-11-01T01:30', 'America/New_York'))).toBe('2026-11-01T05:30:00.000Z');
  // Half an hour on Lord Howe Island; a whole day in Samoa.
  expect(wallTimeAt(instantOf('2026-10-04T02:15', 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toBe(
    '2026-10-04T02:45',
  );
  expect(wallTimeAt(instantOf('2011-12-30T18:30', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-31T18:30');
});

it.each([
  ['past', '1975-01-01T00:00', 45, 0],
  ['present and future', '2020-01-01T00:00', 40, 1],
])(
  'weekday and 18:30 survive in every zone, whatever daylight saving does: %s',
  (_, from, years, turn) => {
    const begin = Date.parse(`${from}Z`);
    const days = fc.array(fc.integer({ min: 0, max: years * 365 }), {
      minLength: ZONES.length,
      maxLength: ZONES.length,
    });
    const survives = (zone: string, day: number) => {
      const first = `${iso(begin + day * 86_400_000).slice(0, 10)}T18:30`;
      const weekday = new Date(`${first}Z`).getUTCDay();
      for (const { local, instant, index } of expandWeekly({ first, zone, weeks: 52 })) {
        expect(local).toBe(weeksLater(first, index));
        expect(new Date(`${local}Z`).getUTCDay()).toBe(weekday);
        const shown = wallTimeAt(instant, zone);
        // Only a time that the zone skips is shown as another: later, by what is skipped.
        if (shown !== local) {
          expect(shown > local).toBe(true);
          expect(
            wallTimeAt(instant - 1_000, zone) < local || wallTimeAt(instant - 86_400_000, zone) < local,
          ).toBe(true);
        }
      }
    };
    fc.assert(
      fc.property(days, (chosen) => {
        // `npm test` takes every other zone of the past, and the others of the future.
        for (const [place, zone] of ZONES.entries())
          if (isFull || place % 2 === turn) survives(zone, chosen[place] ?? 0);
      }),
      { numRuns: isFull ? 20 : 1 },
    );
  },
  120_000,
);

it('a series is the same on phones in every zone', () => {
  const former = process.env.TZ;
  const rule = { first: '2026-12-03T18:30', zone: 'America/New_York', weeks: 52 };
  const expected = expandWeekly(rule);
  const offsets = new Set<number>();
  try {
    for (const zone of ZONES) {
      process.env.TZ = zone;
      offsets.add(new Date('2026-12-03T18:30').getTimezoneOffset());
      expect(expandWeekly(rule), zone).toEqual(expected);
    }
  } finally {
    if (former === undefined) delete process.env.TZ;
    else process.env.TZ = former;
  }
  // The phone's own zone has really changed.
  expect(offsets.size).toBeGreaterThan(20);
});

it('each zone takes 18:30 of every week of this and the coming year', () => {
  for (const zone of ZONES) {
    const moved = expandWeekly({ first: '2026-11-24T18:30', zone, weeks: 52 }).filter(
      ({ local, instant }) => wallTimeAt(instant, zone) !== local,
    );
    expect(moved, zone).toEqual([]);
  }
});

it('finds the same instant as a search through all offsets', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2060, 0) }),
      (zone, time) => {
        const local = iso(Math.floor(time / 900_000) * 900_000).slice(0, 16);
        const wall = Date.parse(`${local}Z`);
        const meant: number[] = [];
        // Kiritimati was 10:40 behind until 1979: offsets are whole five minutes, not whole quarters of an hour.
        for (let at = wall - 26 * 3_600_000; at <= wall + 26 * 3_600_000; at += 300_000) {
          if (wallTimeAt(at, zone) === local) meant.push(at);
        }
        const found = instantOf(local, zone);
        if (meant.length > 0) expect(found).toBe(meant[0]);
        else expect(wallTimeAt(found, zone) > local).toBe(true);
      },
    ),
    { numRuns: isFull ? 300 : 60, examples: [['Pacific/Kiritimati', Date.UTC(1975, 0)]] },
  );
});

it('leaves out what a rule skips', () => {
  const found = expandWeekly({ first: '2026-12-01T18:30', zone: 'UTC', weeks: 4, skipped: [1, 3] });
  expect(found.map(({ index, local }) => [index, local])).toEqual([
    [0, '2026-12-01T18:30'],
    [2, '2026-12-15T18:30'],
  ]);
});

describe("the phone's zone", () => {
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  const tells = (timeZone: unknown) =>
    resolved.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
  afterEach(() => resolved.mockReset());

  it('is what the browser tells', () => {
    tells('America/Manaus');
    expect(phoneZone()).toBe('America/Manaus');
    tells('UTC');
    expect(phoneZone()).toBe('UTC');
  });

  it.each([undefined, null, '', 'Etc/Unknown', 'Mars/Base', '-03:00', 'GMT-3', 3, {}])(
    'is São Paulo where the browser tells %o',
    (told) => {
      tells(told);
      expect(phoneZone()).toBe('America/Sao_Paulo');
      expect(() => wallTimeAt(0, phoneZone())).not.toThrow();
    },
  );

  it('is São Paulo where the browser fails to tell', () => {
    resolved.mockImplementation(() => {
      throw new RangeError('Invalid time zone');
    });
    expect(phoneZone()).toBe('America/Sao_Paulo');
  });
});

it("reads a zone that only the other person's phone knows as São Paulo's, and does not fail", () => {
  expect(wallTimeAt(Date.parse('2026-12-03T21:30:00Z'), 'Mars/Base')).toBe('2026-12-03T18:30');
  expect(iso(instantOf('2026-12-03T18:30', 'Etc/Unknown'))).toBe('2026-12-03T21:30:00.000Z');
  expect(isZone('Etc/Unknown')).toBe(false);
});
