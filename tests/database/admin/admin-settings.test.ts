/** Settings and test data: allowed values, and rows without an owner. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import { auditOf } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let teacher: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  teacher = await database.createUser({ role: 'teacher', name: 'Marina Couto' });
});
afterAll(() => database.close());

describe('a setting', () => {
  const set = (key: string, value: unknown, person: string | null = admin, command = randomUUID()) =>
    callAs<{ former: unknown; value: unknown }>(
      database,
      person,
      'admin_set_setting($1, $2, $3::text::jsonb)',
      [command, key, JSON.stringify(value)],
    );
  const direct = (key: string, value: unknown) =>
    database.as('authenticated', admin, (tx) =>
      tx.query('update public.app_settings set value = $2::text::jsonb where key = $1', [
        key,
        JSON.stringify(value),
      ]),
    );

  it('is set, returns its former value, and is audited', async () => {
    const command = randomUUID();
    const first = await set('default_teacher_id', teacher, admin, command);
    expect(first).toEqual({
      command_id: command,
      epoch: expect.any(String),
      key: 'default_teacher_id',
      value: teacher,
      former: null,
    });
    expect(await set('default_teacher_id', teacher, admin, command)).toEqual(first);
    expect(await callAs(database, admin, 'admin_settings()')).toMatchObject({
      default_teacher: { id: teacher, name: 'Marina Couto', is_shown: true },
      limits: {
        evaluations_day: { built_in: 60, set: null },
        leads_visitors_hour: { built_in: 600, set: null },
      },
    });
    await set('rate_limits', { evaluations_day: 5, writes_person_hour: 900, leads_site_hour: 90 });
    expect(await callAs(database, admin, 'admin_settings()')).toMatchObject({
      limits: {
        evaluations_day: { built_in: 60, set: 5 },
        writes_person_hour: { built_in: 600, set: 900 },
        leads_site_hour: { built_in: 120, set: 90 },
      },
    });
    expect((await set('default_teacher_id', null)).former).toBe(teacher);
    expect(await auditOf(database, admin, 'default_teacher_id')).toHaveLength(2);
  });

  it.each([
    ['default_teacher_id', 'x', { code: '22023', hint: 'teacher_unknown' }],
    ['default_teacher_id', { id: 1 }, { code: '22023', hint: 'teacher_unknown' }],
    ['rate_limits', [], { code: '22023', hint: 'invalid_value' }],
    ['rate_limits', { evaluations_day: -1 }, { code: '22023', detail: 'evaluations_day' }],
    ['rate_limits', { evaluations_day: 1.5 }, { code: '22023', detail: 'evaluations_day' }],
    ['rate_limits', { evaluations_day: '5' }, { code: '22023', detail: 'evaluations_day' }],
    ['rate_limits', { evaluations_day: 1_000_001 }, { code: '22023', detail: 'evaluations_day' }],
    ['rate_limits', { evaluations_year: 5 }, { code: '22023', detail: 'evaluations_year' }],
    ['test_data_allowed', true, { code: '42501', hint: 'server_only' }],
  ])('%s is not set to %j, by the command or directly', async (key, value, refused) => {
    await set('rate_limits', { evaluations_day: 60 });
    expect(await refusal(() => set(key, value))).toMatchObject(refused);
    expect(await refusal(() => direct(key, value))).toMatchObject(refused);
  });

  it('cannot name a teacher who is not listed', async () => {
    const hidden = await database.createUser({ role: 'teacher', name: 'Escondida', isActive: false });
    expect(await refusal(() => set('default_teacher_id', hidden))).toMatchObject({ hint: 'teacher_unknown' });
    expect(await refusal(() => set('no_such_setting', 1))).toMatchObject({
      code: 'PT404',
      hint: 'setting_unknown',
    });
  });

  it('is for administrators', async () => {
    expect(await refusal(() => set('default_teacher_id', teacher, teacher))).toMatchObject({
      hint: 'admin_only',
    });
    expect(await refusal(() => callAs(database, teacher, 'admin_settings()'))).toMatchObject({
      hint: 'admin_only',
    });
  });
});

describe('test data', () => {
  beforeAll(() =>
    database.exec(`
      create function app.test_play(request uuid, stars integer) returns boolean language plpgsql as $$
      begin
        perform app.play_demo_request(request, stars);
        return false;
      exception when check_violation then
        return true;
      end $$;
    `),
  );
  const allow = (allowed: boolean) =>
    database.query(
      `update public.app_settings set value = to_jsonb($1::boolean) where key = 'test_data_allowed'`,
      [allowed],
    );
  const create = (wanted: object, person = admin, command = randomUUID()) =>
    callAs<{ created: Record<string, number>; counts: Record<string, number> }>(
      database,
      person,
      'admin_create_test_data($1, $2::text::jsonb)',
      [command, JSON.stringify(wanted)],
    );
  const remove = (person = admin) =>
    callAs<{ removed: Record<string, number> }>(database, person, 'admin_remove_test_data($1)', [
      randomUUID(),
    ]);
  beforeEach(async () => {
    await allow(true);
    return async () => {
      await allow(true);
      await remove();
    };
  });

  it('is created complete, marked and visible', async () => {
    const wanted = { teachers: 3, students: 2, requests: 4, events: 2 };
    const command = randomUUID();
    const first = await create(wanted, admin, command);
    expect(first.created).toEqual(wanted);
    expect(await create(wanted, admin, command)).toEqual(first);
    expect(await callAs(database, admin, 'admin_test_data()')).toEqual({ allowed: true, counts: wanted });
    const marked = (from: string) => count(database, `${from} and is_demo`, []);
    expect(await marked(`public.user_profiles where role <> 'admin' and removed_at is null`)).toBe(5);
    expect(await marked('public.events where true')).toBe(2);
    expect(
      await count(
        database,
        `public.teacher_listings l where not l._deleted and l.slug is not null and cardinality(l.style_ids) = 1
         and exists (select from public.user_profiles p where p.id = l.id and p.is_demo)`,
        [],
      ),
    ).toBe(3);
    expect(await count(database, 'public.lesson_evaluations where not _deleted', [])).toBe(2);
  });

  it.each([
    ['it works', '3', false],
    ['it fails', '9', true],
  ])('is created in nobody’s name, and the signed-in person stays so when %s', async (_, stars, fails) => {
    await create({ teachers: 1, students: 1, requests: 1 });
    const [request] = await database.query<{ id: string }>(
      `select r.id from public.lesson_requests r join public.user_profiles p on p.id = r.student_id
       where p.is_demo and r.status = 'Pendente'`,
    );
    await database.transaction(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: admin })]);
      const [row] = await tx.query<{ failed: boolean; me: string }>(
        `with played as (select app.test_play($1, $2::int) as failed) select p.failed, auth.uid() as me from played p`,
        [request?.id, stars],
      );
      expect(row).toEqual({ failed: fails, me: admin });
    });
  });

  it('is removed, and nothing else', async () => {
    const student = await database.createUser({ role: 'student', name: 'Gente de Verdade' });
    const [event] = await database.query<{ id: string }>(
      `insert into public.events (title, kind, city_id, starts_at)
       select 'Baile de verdade', 'baile', id, '2027-01-01 22:00-03' from public.cities where name = 'Vitória' returning id`,
    );
    await create({ teachers: 2, students: 2, requests: 3, events: 1 });
    expect((await remove()).removed).toEqual({ teachers: 2, students: 2, requests: 3, events: 1 });
    expect(await count(database, 'public.user_profiles where is_demo and removed_at is null', [])).toBe(0);
    expect(await count(database, 'public.events where is_demo', [])).toBe(0);
    expect(await count(database, `public.lesson_requests where status in ('Pendente', 'Aceito')`, [])).toBe(
      0,
    );
    for (const [table, id] of [
      ['user_profiles', student],
      ['user_profiles', teacher],
      ['events', event?.id],
    ]) {
      expect([table, await count(database, `public.${table} where id = $1`, [id])]).toEqual([table, 1]);
    }
  });

  it('is refused where the setting does not allow it, to administrators too', async () => {
    await create({ students: 1 });
    await allow(false);
    for (const work of [() => create({ students: 1 }), () => remove()]) {
      expect(await refusal(work)).toMatchObject({ code: '42501', hint: 'test_data_not_allowed' });
    }
    expect(await callAs(database, admin, 'admin_test_data()')).toMatchObject({
      allowed: false,
      counts: { students: 1 },
    });
    await allow(true);
    expect(await refusal(() => create({ students: 1 }, teacher))).toMatchObject({ hint: 'admin_only' });
  });

  it.each([{ teachers: 51 }, { students: -1 }, { events: 1.5 }, { requests: 'x' }, { requests: 1 }])(
    'is refused in wrong numbers: %j',
    async (wanted) => {
      expect(await refusal(() => create(wanted))).toMatchObject({ code: '22023', hint: 'invalid_value' });
    },
  );

  it('cannot be marked or unmarked by people', async () => {
    for (const statement of [
      'update public.user_profiles set is_demo = true where true',
      'update public.events set is_demo = true where true',
    ]) {
      const attempt = () => database.as('authenticated', admin, (tx) => tx.query(statement));
      expect(await refusal(attempt)).toMatchObject({ code: '42501' });
    }
  });
});
