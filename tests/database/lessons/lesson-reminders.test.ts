/** Reminders of lessons, at an injected time. */
import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../src/lib/wall-time.ts';
import type { TestDatabase } from '../../support/database.ts';
import { type Claim, savePhone } from '../push/push-steps.ts';
import { agreed, callOff, callOffAll, confirm, inDays, move, termsIn, ZONE } from './agreement-steps.ts';
import { agree, type Couple, cancel, inbox, lessonWorld } from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;
lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  await callOffAll(database);
  request = await agree(database, couple);
});

const tend = async (at: number) => {
  const [row] = await database.query<{ told: { reminded: number; settled: number } }>(
    'select public.tend_lessons(200, $1::timestamptz) as told',
    [new Date(at).toISOString()],
  );
  return row?.told.reminded ?? 0;
};
const reminders = async (person: string) =>
  (await inbox(database, person)).filter(({ kind }) => kind === 'lesson.reminder');

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Wall times at which a lesson is reminded of, looking every half minute around them and every hour else. */
async function remindedAt(time: string, zone: string): Promise<string[]> {
  const id = await agreed(database, couple, request, termsIn(7, { starts_local: inDays(7, time), zone }));
  const start = instantOf(inDays(7, time), zone);
  const at: string[] = [];
  for (let moment = start - 48 * HOUR; moment < start + HOUR; moment += 15 * MINUTE) {
    if ((await tend(moment)) === 0) continue;
    const [row] = await database.query<{ wall: string }>(
      `select to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD"T"HH24:MI') as wall`,
      [new Date(moment).toISOString(), zone],
    );
    at.push(row?.wall ?? '');
  }
  await callOff(database, student, id);
  return at;
}

describe('A confirmed lesson', () => {
  it('[T032] is reminded of 24 and 2 hours before, once each, both people', async () => {
    const id = await agreed(database, couple, request);
    const start = instantOf(inDays(7), ZONE);
    expect(await tend(start - 24 * HOUR - MINUTE)).toBe(0);
    expect(await tend(start - 24 * HOUR)).toBe(1);
    expect(await tend(start - 24 * HOUR)).toBe(0);
    expect(await tend(start - 2 * HOUR - MINUTE)).toBe(0);
    expect(await tend(start - 2 * HOUR)).toBe(1);
    expect(await tend(start - HOUR)).toBe(0);
    for (const [person, side] of [
      [student, 'student'],
      [teacher, 'teacher'],
    ] as const) {
      const told = await reminders(person);
      expect(told).toHaveLength(2);
      expect(told[0]).toMatchObject({ url: `/${side}/requests/${request}#aula-${id}` });
      expect(told[0]?.title).toMatch(/^Aula \S+, \d\d\/\d\d, às 18:30$/);
      expect(`${told[0]?.title} ${told[0]?.body}`).not.toMatch(/Compasso|120/);
    }
  });

  it.each([
    ['18:30', ['T18:30', 'T16:30'], [-1, 0]],
    ['10:00', ['T10:00', 'T08:00'], [-1, 0]],
    ['09:30', ['T09:30', 'T21:30'], [-1, -1]],
    ['07:00', ['T21:30', 'T21:30'], [-2, -1]],
    ['00:30', ['T21:30', 'T21:30'], [-2, -1]],
    ['23:00', ['T21:30', 'T21:00'], [-1, 0]],
  ])('at %s is reminded of at %j, never between 22 and 8', async (time, walls, days) => {
    for (const zone of [ZONE, 'America/Rio_Branco', 'Asia/Tokyo']) {
      const expected = walls.map((wall, place) => `${inDays(7 + (days[place] ?? 0)).slice(0, 10)}${wall}`);
      expect(await remindedAt(time, zone), zone).toEqual(expected);
    }
  });

  it('agreed after a reminder’s time gets only the later one; proposed ones get none', async () => {
    const soon = new Date(Date.now() + 12 * HOUR);
    const local = `${soon.toISOString().slice(0, 11)}${soon.toISOString().slice(11, 16)}`;
    await agreed(database, couple, request, termsIn(7, { starts_local: local, zone: 'UTC' }));
    expect(await tend(Date.now() + MINUTE)).toBe(0);
    expect(await reminders(student)).toEqual([]);
  });

  it('a server that was away sends the one that still helps', async () => {
    await agreed(database, couple, request);
    const start = instantOf(inDays(7), ZONE);
    expect(await tend(start - HOUR)).toBe(1);
    expect(await tend(start - HOUR)).toBe(0);
    expect(await tend(start)).toBe(0);
  });
});

describe('A reminder leaves the inbox', () => {
  const remindedLesson = async () => {
    const id = await agreed(database, couple, request);
    await tend(instantOf(inDays(7), ZONE) - 24 * HOUR);
    expect(await reminders(student)).toHaveLength(1);
    return id;
  };

  it('when the lesson is called off', async () => {
    await callOff(database, teacher, await remindedLesson());
    expect(await reminders(student)).toEqual([]);
    expect(await reminders(teacher)).toEqual([]);
  });

  it('when the request ends', async () => {
    await remindedLesson();
    await cancel(database, student, request);
    expect(await reminders(teacher)).toEqual([]);
  });

  it('when the lesson moves, and comes anew for the new time', async () => {
    const id = await remindedLesson();
    const { command_id } = await move(database, teacher, id, termsIn(8));
    expect(await reminders(student)).toHaveLength(1);
    await confirm(database, student, id, command_id);
    expect(await reminders(student)).toEqual([]);
    expect(await tend(instantOf(inDays(8), ZONE) - 24 * HOUR)).toBe(1);
    expect(await reminders(student)).toHaveLength(1);
  });

  it('stays when only the place changes', async () => {
    const id = await remindedLesson();
    const { command_id } = await move(database, teacher, id, termsIn(7, { place: 'Na praça' }));
    await confirm(database, student, id, command_id);
    expect(await reminders(student)).toHaveLength(1);
  });
});

describe('The push of a reminder', () => {
  const claimAt = async (at: number) => {
    const [row] = await database.query<{ claim: Claim }>(
      'select public.claim_pushes(20, 120, $1::timestamptz) as claim',
      [new Date(at).toISOString()],
    );
    return (row?.claim.messages ?? []).filter(({ kind }) => kind === 'lesson.reminder');
  };

  it('keeps the night of the lesson’s zone, not of São Paulo', async () => {
    await savePhone(database, { person: student });
    const zone = 'America/Rio_Branco';
    await agreed(database, couple, request, termsIn(7, { starts_local: inDays(7, '09:30'), zone }));
    // 23:30 in São Paulo.
    const evening = instantOf(inDays(6, '21:30'), zone);
    await tend(evening);
    expect(await claimAt(evening + MINUTE)).toMatchObject([{ user_id: student, seconds: 12 * 3600 - 60 }]);
  });

  it('expires when the lesson begins, and is not sent for one that was called off', async () => {
    await savePhone(database, { person: student });
    const id = await agreed(database, couple, request);
    const start = instantOf(inDays(7), ZONE);
    await tend(start - 2 * HOUR);
    expect(await claimAt(start + MINUTE)).toEqual([]);
    const [row] = await database.query<{ outcome: string }>(
      `select q.outcome from public.push_queue q join public.notifications n on n.id = q.notification_id
       where n.user_id = $1 and n.kind = 'lesson.reminder'`,
      [student],
    );
    expect(row?.outcome).toBe('expired');
    const other = await agreed(database, couple, request, termsIn(9));
    const second = instantOf(inDays(9), ZONE);
    await tend(second - 2 * HOUR);
    await callOff(database, student, other);
    expect(await claimAt(second - HOUR)).toEqual([]);
    expect(id).not.toBe(other);
  });
});

it('a zone that changes its rules moves the instant, not the wall time', async () => {
  const id = await agreed(database, couple, request);
  await database.query(`update public.lessons set starts_at = starts_at + interval '1 hour' where id = $1`, [
    id,
  ]);
  const start = instantOf(inDays(7), ZONE);
  expect(await tend(start - 24 * HOUR)).toBe(1);
  const [row] = await database.query<{ at: Date }>(
    'select starts_at as at from public.lessons where id = $1',
    [id],
  );
  expect(new Date(row?.at ?? 0).getTime()).toBe(start);
});

it('the database finds the instant of a wall time as phones do, in every zone that both know', async () => {
  const walls = [
    '1999-10-03T00:30',
    '2018-11-04T00:30',
    '2019-02-16T23:30',
    '2026-03-08T02:30',
    '2026-11-01T01:30',
  ];
  const zones = Intl.supportedValuesOf('timeZone');
  const rows = await database.query<{ zone: string; wall: string; at: string | null }>(
    `select z as zone, w as wall,
       case when app.is_zone(z) then extract(epoch from app.instant_of(w::timestamp, z))::bigint::text end as at
     from unnest($1::text[]) z, unnest($2::text[]) w`,
    [`{${zones.join()}}`, `{${walls.join()}}`],
  );
  const both = rows.filter(({ at }) => at !== null);
  expect(both.length).toBeGreaterThan(rows.length * 0.95);
  const different = both.filter(({ zone, wall, at }) => instantOf(wall, zone) !== Number(at) * 1000);
  // Copies of the zone data differ in age, not in the rule.
  expect(different.length).toBeLessThan(both.length * 0.01);
  expect(different.filter(({ zone }) => /^America\/(Sao|New|Rio)|Lord_Howe/.test(zone))).toEqual([]);
});
