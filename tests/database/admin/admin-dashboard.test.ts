/** The dashboard's figures are those of the tables, and its weeks are São Paulo's. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TASKS } from '@/features/admin/dashboard/waiting';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, idOf, refusal } from '../accounts/account-steps.ts';
import { agree, ask, createCouple, evaluate } from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { list } from './admin-steps.ts';

interface Week {
  week: string;
  [figure: string]: number | string;
}
interface Dashboard {
  since: string;
  until: string;
  people: Record<string, number>;
  waiting: Record<string, number>;
  teachers: Record<string, number>;
  weeks: Week[];
  [part: string]: unknown;
}

let database: TestDatabase;
let admin: string;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  const couple = await createCouple(database);
  await database.createUser({ role: 'teacher', name: 'Quem Espera', isActive: false });
  await database.createUser({ role: 'teacher', name: 'Quem Pausa', isPaused: true });
  await evaluate(database, couple.student, await agree(database, couple), { rating: 4 });
  const other = await database.createUser({ role: 'student', name: 'Outro Aluno' });
  await ask(database, { ...couple, student: other });
  await report(database, other, { target_id: couple.teacher });
  // Both are on one day in UTC, on two sides of a São Paulo week's end: Sunday 22:00 and Monday
  // 00:30.
  for (const [role, at] of [
    ['student', '2026-06-15T01:00:00Z'],
    ['student', '2026-06-15T03:30:00Z'],
  ] as const) {
    const id = await database.createUser({ role, name: 'De Antes' });
    await database.query('update public.user_profiles set created_at = $2 where id = $1', [id, at]);
  }
  await database.query(
    `insert into public.student_leads (id, nome, cidade, estilo_danca, created_at)
     values (gen_random_uuid(), 'Sem Ninguém', 'Natal', 'Frevo', '2026-06-16 12:00Z')`,
  );
});
afterAll(() => database.close());

const dashboard = (since: string | null = null, until: string | null = null, person: string | null = admin) =>
  callAs<Dashboard>(database, person, 'admin_dashboard($1::date, $2::date)', [since, until]);

it('counts people by role, teachers by state, requests by state', async () => {
  const answer = await dashboard();
  expect(answer).toMatchObject({
    people: { student: 4, teacher: 3, admin: 1 },
    teachers: { pending: 1, active: 1, paused: 1, inactive: 0, featured: 0 },
    requests: {
      all: { Pendente: 1, Aceito: 1, Recusado: 0, Cancelado: 0 },
      period: { Pendente: 1, Aceito: 1 },
    },
    leads: { all: 1 },
    evaluations: { all: 1, average: 4, period: 1, hidden: 0 },
    reports: { open: 1 },
    programmes: { supporters: { active: 0 }, sponsors: { active: 0 }, monthly: 0 },
  });
  expect(answer.weeks).toHaveLength(answer.weeks[0]?.week === answer.since ? 12 : 13);
  expect(answer.weeks.at(-1)).toMatchObject({
    requests: 2,
    accepted: 1,
    evaluations: 1,
    approved: 2,
    teachers: 3,
  });
});

it('puts what happened into weeks that begin on Monday in São Paulo, empty ones too', async () => {
  const answer = await dashboard('2026-06-08', '2026-06-28');
  expect(answer.weeks.map(({ week, students, leads, unmet }) => [week, students, leads, unmet])).toEqual([
    ['2026-06-08', 1, 0, 0],
    ['2026-06-15', 1, 1, 1],
    ['2026-06-22', 0, 0, 0],
  ]);
  expect(answer).toMatchObject({
    since: '2026-06-08',
    until: '2026-06-28',
    leads: { all: 1, period: 1, unmet: 1 },
    // A number below five is shown to nobody.
    unmet_demand: [],
    requests: { period: { Pendente: 0 } },
  });
});

it('refuses an invalid period, and everybody but administrators', async () => {
  for (const [since, until] of [
    ['2026-06-08', '2026-06-07'],
    ['2010-01-01', '2026-06-07'],
  ] as const) {
    expect(await refusal(() => dashboard(since, until))).toMatchObject({
      code: '22023',
      hint: 'invalid_value',
    });
  }
  const teacher = await database.createUser({ role: 'teacher', name: 'Professor Curioso' });
  expect(await refusal(() => dashboard(null, null, teacher))).toMatchObject({
    code: '42501',
    hint: 'admin_only',
  });
  expect(await refusal(() => dashboard(null, null, null))).toMatchObject({ code: '42501' });
});

it.each(['reports', 'reports_aside'] as const)('leads from %s to as many as it counts', async (kind) => {
  const [target] = await database.query<{ id: string }>(
    `select id from public.user_profiles where name = 'Quem Pausa'`,
  );
  await database.query(
    `insert into public.reports (id, what, target_id, reason, is_set_aside, status, decided_at)
     select gen_random_uuid(), 'profile', $1, 'spam', n > 2, case when n in (1, 3) then 'kept' else 'open' end,
       case when n in (1, 3) then now() end
     from generate_series(1, 6) n`,
    [target?.id],
  );
  const { waiting } = await dashboard();
  const filter = Object.fromEntries(new URLSearchParams(TASKS[kind].to.replace(/^[^?]*/, '')));
  const { rows } = await list<{ is_set_aside: boolean; status: string }>(database, admin, 'reports', {
    filter,
  });
  expect(rows).toHaveLength(waiting[kind] ?? -1);
  expect(new Set(rows.map(({ is_set_aside, status }) => `${is_set_aside} ${status}`))).toEqual(
    new Set([`${kind === 'reports_aside'} open`]),
  );
  await database.query('delete from public.reports where target_id = $1', [target?.id]);
});

it('[V5] names everything that people ask of the team, and a proposed event is told to it once', async () => {
  const waiting = async () => (await dashboard()).waiting;
  const before = await waiting();
  expect(Object.keys(before).toSorted()).toEqual(Object.keys(TASKS).toSorted());
  const person = await database.createUser({ role: 'student', name: 'Olga Organiza' });
  const city = await idOf(database, 'cities', 'Vitória');
  const propose = () => {
    const event = { id: randomUUID(), title: 'Forró da Olga', kind: 'baile', city_id: city };
    return callAs(database, person, 'propose_event($1, $2::text::jsonb)', [
      randomUUID(),
      JSON.stringify({ ...event, starts_at: '2027-01-05T23:00:00Z', organiser: 'Coletivo da Olga' }),
    ]);
  };
  await propose();
  await propose();
  await database.createUser({ role: 'teacher', name: 'Outra que Espera', isActive: false });
  const told = () =>
    database.query(
      `select url from public.notifications where user_id = $1 and kind = 'admin.event_proposed'`,
      [admin],
    );
  expect(await told()).toEqual([{ url: '/admin/eventos?waiting=true' }]);
  expect(await waiting()).toEqual({
    ...before,
    events: (before.events ?? 0) + 2,
    teachers: (before.teachers ?? 0) + 1,
  });
  await database.query(`update public.notifications set read_at = now() where user_id = $1`, [admin]);
  await propose();
  expect(await told()).toHaveLength(2);
});
