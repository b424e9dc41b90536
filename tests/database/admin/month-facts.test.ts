/** The figures of past months: recorded once after each month's end, and unchanged by what happens later. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import { agreed, startAgo, tell } from '../lessons/agreement-steps.ts';
import { agree, type Couple, cancel, createCouple } from '../lessons/lesson-steps.ts';

interface Facts {
  month: string;
  students: number;
  teachers: number;
  accepted: number;
  lessons_held: number;
  supporters: number;
  supporters_monthly: number;
  sponsors: number;
  sponsors_monthly: number;
  state: 'recorded' | 'reconstructed' | 'open' | 'running';
}

let database: TestDatabase;
let admin: string;
let couple: Couple;
beforeEach(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterEach(() => database.close());

/** The first day of the month so many months ago in São Paulo, at which `months(0)` is the running one. */
const month = (ago: number) => {
  const [year = 0, now = 1] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Sao_Paulo',
    year: 'numeric',
    month: '2-digit',
  })
    .format(Date.now())
    .split('-')
    .map(Number);
  return new Date(Date.UTC(year, now - 1 - ago, 1)).toISOString().slice(0, 10);
};
/** An instant of São Paulo, which has had no summer time since 2019. */
const at = (ago: number, day: string, time = '12:00') => `${month(ago).slice(0, 7)}-${day}T${time}:00-03:00`;

const record = async (moment: string) => {
  const [row] = await database.query<{ recorded: number }>(
    'select public.record_months($1::timestamptz) as recorded',
    [moment],
  );
  return row?.recorded;
};
const shown = async (months: number) =>
  (await callAs<{ months: Facts[] }>(database, admin, 'admin_investors($1)', [months])).months;
/** The figures of the month so many months ago. */
const shownOf = async (ago: number) => (await shown(6)).find((one) => one.month === month(ago));
const set = (statement: string, values: unknown[] = []) => database.query(statement, values);

/** Sets back when a request was answered, which no command may. */
const answeredAt = (request: string, moment: string) =>
  database.exec(`
    alter table public.lesson_requests disable trigger guard;
    update public.lesson_requests set answered_at = '${moment}' where id = '${request}';
    alter table public.lesson_requests enable trigger guard;
  `);

/** Accounts, a request, a lesson, a supporter and a sponsor, all of two months ago. */
async function lifeOfTwoMonthsAgo(): Promise<{ request: string }> {
  couple = await createCouple(database);
  await set('update public.user_profiles set created_at = $2 where id = any ($1::uuid[])', [
    `{${admin},${couple.student},${couple.teacher}}`,
    at(2, '03'),
  ]);
  const request = await agree(database, couple);
  await answeredAt(request, at(2, '10'));
  const lesson = await agreed(database, couple, request);
  await startAgo(database, lesson, '2 days');
  await tell(database, couple.student, lesson, 'held');
  await tell(database, couple.teacher, lesson, 'held');
  await set('update public.lessons set held_at = $2 where id = $1', [lesson, at(2, '20')]);
  await database.exec(`
    insert into public.supporter_tiers (email, tier, amount, created_at)
      values ('apoia@example.com', 'giro_completo', 10, '${at(2, '05')}');
    insert into public.sponsors (name, tier, created_at) values ('Marca Fiel', 'bronze', '${at(2, '05')}');
  `);
  return { request };
}

const LIFE = {
  students: 1,
  teachers: 1,
  accepted: 1,
  lessons_held: 1,
  supporters: 1,
  supporters_monthly: 10,
  sponsors: 1,
  sponsors_monthly: 100,
};

describe('A month that has ended', () => {
  it('is recorded once, ten minutes after its end in São Paulo, and not before', async () => {
    await lifeOfTwoMonthsAgo();
    expect(await record(at(1, '01', '00:05'))).toBe(0);
    expect(await shownOf(2)).toMatchObject({ ...LIFE, state: 'open' });
    // Two in the morning in UTC, still the last evening of the month in São Paulo.
    expect(await record(`${month(1)}T02:59:00Z`)).toBe(0);
    expect(await record(at(1, '01', '00:20'))).toBe(1);
    expect(await record(at(1, '01', '01:20'))).toBe(0);
    expect(await shownOf(2)).toMatchObject({ ...LIFE, state: 'recorded' });
    expect(await shownOf(1)).toMatchObject({ ...LIFE, accepted: 0, lessons_held: 0, state: 'open' });
  });

  it('stays as it was when an account is removed, a request cancelled, a start corrected, a supporter deleted', async () => {
    const { request } = await lifeOfTwoMonthsAgo();
    await record(at(1, '01', '00:20'));
    const before = await shownOf(2);
    await cancel(database, couple.student, request);
    await database.exec(`
      update public.supporter_tiers set created_at = '${at(1, '15')}' where email = 'apoia@example.com';
      update public.sponsors set created_at = '${at(4, '15')}' where true;
      delete from public.supporter_tiers where true;
      delete from public.sponsors where true;
      delete from app.support_history where true;
    `);
    await set('delete from auth.users where id = $1', [couple.student]);
    await set('delete from auth.users where id = $1', [couple.teacher]);
    expect(await shownOf(2)).toEqual(before);
    expect(before).toMatchObject({ ...LIFE, state: 'recorded' });
    expect((await shown(1))[0]).toMatchObject({ students: 0, teachers: 0, supporters: 0, sponsors: 0 });
  });

  it('cannot be changed or deleted afterwards', async () => {
    await lifeOfTwoMonthsAgo();
    await record(at(1, '01', '00:20'));
    for (const statement of [
      'update app.month_facts set students = 9 where true',
      'delete from app.month_facts where true',
      'truncate app.month_facts',
    ]) {
      expect(await sqlState(() => database.exec(statement))).toBe('23001');
    }
  });
});

describe('Months whose job was missed', () => {
  it('are caught up as they were at their ends, in one go, and say so when it came late', async () => {
    await lifeOfTwoMonthsAgo();
    // Left at the end of last month: still there at the end of the month before.
    await set(
      `update public.user_profiles set removed_at = $2, name = '', email = '', whatsapp = null where id = $1`,
      [couple.student, at(1, '20')],
    );
    await database.exec(`update public.supporter_tiers set amount = 25 where true`);
    expect(await record(at(0, '01', '06:00'))).toBe(2);
    expect(await shownOf(2)).toMatchObject({ ...LIFE, state: 'reconstructed' });
    expect(await shownOf(1)).toMatchObject({
      ...LIFE,
      students: 0,
      accepted: 0,
      lessons_held: 0,
      state: 'recorded',
    });
    expect(await record(at(0, '01', '07:00'))).toBe(0);
  });

  it('begin with the first account, and are none in an empty database', async () => {
    await set('delete from auth.users where true');
    await set('delete from public.user_profiles where true');
    expect(await record(at(0, '01', '06:00'))).toBe(0);
    admin = await database.createUser({ role: 'admin', name: 'Equipe' });
    expect(await record(at(0, '01', '06:00'))).toBe(0);
    expect((await shown(2)).map(({ state }) => state)).toEqual(['open', 'running']);
  });
});

describe('The running month', () => {
  it('is what it is up to now, whatever is recorded', async () => {
    await lifeOfTwoMonthsAgo();
    await record(at(0, '01', '06:00'));
    expect((await shown(3)).map(({ state }) => state)).toEqual(['reconstructed', 'recorded', 'running']);
    expect((await shown(1))[0]).toMatchObject({ ...LIFE, accepted: 0, lessons_held: 0 });
    await agree(database, await createCouple(database));
    expect((await shown(1))[0]).toMatchObject({ students: 2, teachers: 2, accepted: 1 });
  });
});

it('a week of the dashboard does not shrink when an account goes or an accepted request is cancelled', async () => {
  interface Week {
    week: string;
    students: number;
    accepted: number;
  }
  const weeks = async () =>
    (await callAs<{ weeks: Week[] }>(database, admin, 'admin_dashboard()')).weeks.at(-1);
  const fresh = await createCouple(database);
  const own = await agree(database, fresh);
  const before = await weeks();
  await cancel(database, fresh.student, own);
  await set('delete from auth.users where id = $1', [fresh.student]);
  expect(await weeks()).toEqual(before);
  expect(before?.students).toBeGreaterThan(0);
});
