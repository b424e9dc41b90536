/** Series of events: what is accepted, what phones receive, who confirms and calls dates off. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentRow } from '../../../src/db/rows/public-rows.ts';
import { parseEvent } from '../../../src/features/events/schema.ts';
import { datesBetween } from '../../../src/features/events/series.ts';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, idOf, refusal } from '../accounts/account-steps.ts';
import { Phone } from '../support/phone.ts';

const DAY = 86_400_000;
let database: TestDatabase;
let admin: string;
let student: string;
let city: string;
let phone: Phone;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin' });
  student = await database.createUser({ role: 'student' });
  city = await idOf(database, 'cities', 'Vitória');
});
afterAll(() => database.close());
beforeEach(() => {
  phone = new Phone(database, 'pull_content');
});

type Fields = Record<string, unknown>;
async function add(fields: Fields = {}): Promise<string> {
  const id = randomUUID();
  const row: Fields = {
    ...{ id, title: 'Forró na Praça', kind: 'baile', city_id: city, is_published: true, weekly: true },
    ...{ starts_at: '2099-01-06T20:00:00-03:00', ends_at: '2099-01-06T23:00:00-03:00', ...fields },
  };
  const names = Object.keys(row);
  await database.as('authenticated', admin, (tx) =>
    tx.query(
      `insert into public.events (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()})`,
      Object.values(row),
    ),
  );
  return id;
}
const timeIn = (row: Fields | undefined, key: string) => Date.parse(String(row?.[key]));
const stored = async (id: string) =>
  (
    await database.query<Fields>('select *, app.event_ends(e) as ends from public.events e where id = $1', [
      id,
    ])
  )[0];
async function onPhone(id: string): Promise<ContentRow> {
  await phone.sync();
  return phone.rows.get(id) as unknown as ContentRow;
}
const confirm = (person: string, id: string, at: string, command = randomUUID()) =>
  callAs<{ confirmed_at: string }>(database, person, 'confirm_event($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ event_id: id, at }),
  ]);
const callOff = (person: string, id: string, day: string, off: boolean) =>
  callAs(database, person, 'call_off_event_day($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ event_id: id, day, off }),
  ]);
const hint = async (act: () => Promise<unknown>) => (await refusal(act))?.hint ?? null;

describe('a weekly series', () => {
  it('reaches phones as one row with its rule, and phone and server name the same dates', async () => {
    const id = await add({ weekly_until: '2099-02-10', off_dates: '{2099-01-20,2099-01-13,2099-01-20}' });
    const row = await onPhone(id);
    expect(row.data).toMatchObject({
      weekly: true,
      weekly_until: '2099-02-10',
      off_dates: ['2099-01-13', '2099-01-20'],
    });
    const event = parseEvent(row);
    const dates = datesBetween(event, event.startsAt - DAY, event.startsAt + 60 * DAY);
    expect(dates.map(({ day, isOff }) => `${day}${isOff ? ' off' : ''}`)).toEqual([
      '2099-01-06',
      '2099-01-13 off',
      '2099-01-20 off',
      '2099-01-27',
      '2099-02-03',
      '2099-02-10',
    ]);
    const days = await database.query<{ day: string; start: string }>(
      `select d::date::text as day, app.event_start_on(e, d::date)::text as start
       from public.events e, generate_series('2099-01-01'::date, '2099-03-01', '1 day') d
       where e.id = $1 and app.event_takes_place_on(e, d::date)`,
      [id],
    );
    expect(days.map(({ day, start }) => [day, Date.parse(start)])).toEqual(
      dates.filter(({ isOff }) => !isOff).map(({ day, startsAt }) => [day, startsAt]),
    );
    expect(timeIn(await stored(id), 'ends')).toBe(Date.parse('2099-02-10T23:00:00-03:00'));
  });

  it('stays on phones until its last date is long over; an open-ended one for 180 days after it was confirmed', async () => {
    const old = { starts_at: new Date(Date.now() - 260 * DAY).toISOString(), ends_at: null };
    const kept = await add(old);
    const ended = await add({
      ...old,
      weekly_until: new Date(Date.now() - 40 * DAY).toISOString().slice(0, 10),
    });
    const forgotten = await add(old);
    await database.query(
      `update public.events set confirmed_at = now() - interval '220 days' where id = $1`,
      [forgotten],
    );
    await phone.sync();
    expect([kept, ended, forgotten].map((id) => phone.rows.get(id)?._deleted ?? true)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    ['weekly', false, { off_dates: '{2099-01-13}' }],
    ['weekly', false, { weekly_until: '2099-02-10' }],
    ['weekly_until', '2099-01-05', {}],
    ['ends_at', '2099-01-08T23:00:00-03:00', {}],
    [
      'off_dates',
      `{${Array.from({ length: 61 }, (_, n) => new Date(Date.UTC(2099, 0, 6 + 7 * n)).toISOString().slice(0, 10))}}`,
      {},
    ],
    ['off_dates', '{null}', {}],
  ])('is refused with %s %s', async (field, value, more) => {
    expect(await sqlState(() => add({ ...more, [field]: value }))).toBe('23514');
  });
});

describe('a confirmation', () => {
  it('is of the time when it was said, never of the future, and never older than what is known', async () => {
    const id = await add();
    await database.query(`update public.events set confirmed_at = '2026-01-01' where id = $1`, [id]);
    await confirm(admin, id, '2026-02-01T12:00:00Z');
    expect(timeIn(await stored(id), 'confirmed_at')).toBe(Date.parse('2026-02-01T12:00:00Z'));
    await confirm(admin, id, '2026-01-15T12:00:00Z');
    expect(timeIn(await stored(id), 'confirmed_at')).toBe(Date.parse('2026-02-01T12:00:00Z'));
    const { confirmed_at } = await confirm(admin, id, '2098-01-01T12:00:00Z');
    expect(Date.parse(confirmed_at)).toBeLessThanOrEqual(Date.now() + 60_000);
    expect((await onPhone(id)).data).toMatchObject({
      confirmed_at: `${new Date(confirmed_at).toISOString().slice(0, 19)}Z`,
    });
    expect(await hint(() => confirm(admin, id, 'ontem'))).toBe('invalid_value');
    expect(await hint(() => confirm(student, id, '2026-02-01T12:00:00Z'))).toBe('event_unknown');
  });

  it('arrives once, and goes with publishing and with new dates, not with other words', async () => {
    const id = await add({ is_published: false });
    const long = `update public.events set confirmed_at = '2026-01-01' where id = $1`;
    const isFresh = async () => timeIn(await stored(id), 'confirmed_at') > Date.now() - DAY;
    await database.query(long, [id]);
    const command = randomUUID();
    const first = await confirm(admin, id, '2026-02-01T12:00:00Z', command);
    expect(await confirm(admin, id, '2026-02-01T12:00:00Z', command)).toEqual(first);
    for (const [assignment, fresh] of [
      [`price = 'R$ 10'`, false],
      ['is_published = true', true],
      [`starts_at = starts_at + interval '1 hour'`, true],
      [`off_dates = '{2099-01-13}'`, true],
    ] as const) {
      await database.query(long, [id]);
      await database.query(`update public.events set ${assignment} where id = $1`, [id]);
      expect(await isFresh(), assignment).toBe(fresh);
    }
  });
});

describe('a date of a series', () => {
  it('is called off and comes back, once each; what is no date of it is refused', async () => {
    const id = await add({ weekly_until: '2099-02-10' });
    const off = async () => (await stored(id))?.off_dates as Date[];
    await callOff(admin, id, '2099-01-13', true);
    await callOff(admin, id, '2099-01-13', true);
    expect(await off()).toHaveLength(1);
    await callOff(admin, id, '2099-01-13', false);
    expect(await off()).toEqual([]);
    for (const [day, said] of [
      ['2099-01-14', 'day_unknown'],
      ['2099-02-17', 'day_unknown'],
      ['2099-13-01', 'invalid_value'],
      ['amanhã', 'invalid_value'],
    ] as const)
      expect(await hint(() => callOff(admin, id, day, true)), day).toBe(said);
    expect(await hint(() => callOff(student, id, '2099-01-13', true))).toBe('event_unknown');
    const past = await add({ starts_at: '2026-01-06T20:00:00-03:00', ends_at: null });
    expect(await hint(() => callOff(admin, past, '2026-01-13', true))).toBe('day_over');
    const single = await add({ weekly: false });
    expect(await hint(() => callOff(admin, single, '2099-01-06', true))).toBe('not_weekly');
  });
});
