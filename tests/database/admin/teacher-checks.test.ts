/** Checks of teachers: nobody is shown without a passed, unexpired check of identity, whoever writes, in whatever way. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiRole, createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import { inbox } from '../lessons/lesson-steps.ts';
import { list, setTeachers } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let teacher: string;

/** A teacher of whom nothing was checked, as after registering. */
async function unchecked(name = 'Nina Espera'): Promise<string> {
  const id = await database.createUser({ role: 'teacher', name, isActive: false });
  await database.query('delete from public.teacher_checks where teacher_id = $1', [id]);
  return id;
}
/** Moves the day by which checks expire: readers, triggers and the timed work follow. */
const setToday = (day: string | null) =>
  database.exec(`create or replace function app.today() returns date language sql stable set search_path = ''
    as $$ select ${day === null ? `(now() at time zone 'America/Sao_Paulo')::date` : `date '${day}'`} $$`);

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  await setToday(null);
  teacher = await unchecked();
});

const record = (more: object = {}, person: string | null = admin, command: string = randomUUID()) =>
  callAs<{ ids: string[] }>(database, person, 'admin_record_checks($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ teacher_id: teacher, kinds: ['identity'], outcome: 'passed', ...more }),
  ]);
const revoke = (id: string | undefined, person: string | null = admin, command: string = randomUUID()) =>
  callAs<{ hidden: boolean }>(database, person, 'admin_revoke_check($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ id, reason: 'O documento era de outra pessoa.' }),
  ]);
const state = async (id = teacher) =>
  (
    await database.query<{ is_active: boolean; checks: string | null; listed: boolean }>(
      `select t.is_active, t.checks, coalesce(not l._deleted, false) as listed
       from public.teachers t left join public.teacher_listings l on l.id = t.id where t.id = $1`,
      [id],
    )
  )[0];
const checksOf = (id = teacher) =>
  database.query<{ id: string; kind: string; revoked: boolean; by: string | null }>(
    `select id, kind, revoked_at is not null as revoked, checked_by as by from public.teacher_checks
     where teacher_id = $1 order by recorded_at, kind`,
    [id],
  );
const tend = async () =>
  (await database.query<{ done: { ended: number; told: number } }>('select public.tend_checks() as done'))[0]
    ?.done;
const shownTo = async (role: ApiRole = 'anon') => {
  const rows = await database.as(role, null, (tx) =>
    tx.query('select from public.teacher_listings where id = $1', [teacher]),
  );
  const [search] = await database.as(role, null, (tx) =>
    tx.query<{ found: { teachers: { id: string }[] } }>(
      `select public.search_teachers_with_filters(1, 100, 'nina') as found`,
    ),
  );
  const [pull] = await database.as(role, null, (tx) =>
    tx.query<{ page: { rows: { id: string }[] } }>('select public.pull_teachers(null, null, 2000) as page'),
  );
  return {
    rows: rows.length,
    found: search?.found.teachers.filter(({ id }) => id === teacher).length,
    pulled: pull?.page.rows.filter(({ id }) => id === teacher).length,
  };
};

describe('showing a teacher', () => {
  const refused = { is_active: false, checks: null, listed: false };
  const SHOW = 'update public.teachers set is_active = true where id = $1';

  // «o perfil público de professores;»
  // «Todo perfil é conferido pela nossa equipe, e só avalia quem teve um pedido aceito por você.»
  it('[T017] is refused without a check of identity: to the owner, the service key, an administrator and by insert', async () => {
    for (const role of [null, 'service_role'] as const) {
      const work = () =>
        role === null
          ? database.query(SHOW, [teacher])
          : database.as(role, null, (tx) => tx.query(SHOW, [teacher]));
      expect(await refusal(work)).toMatchObject({ code: 'PT409', hint: 'identity_unchecked' });
    }
    expect(
      await refusal(() => database.as('authenticated', admin, (tx) => tx.query(SHOW, [teacher]))),
    ).toMatchObject({ hint: 'identity_unchecked' });
    const student = await database.createUser({ role: 'student' });
    await database.query(`update public.user_profiles set role = 'teacher' where id = $1`, [student]);
    expect(
      await refusal(() =>
        database.query('insert into public.teachers (id, is_active) values ($1, true)', [student]),
      ),
    ).toMatchObject({ hint: 'identity_unchecked' });
    // Triggers may be off for a restore; the constraint stays.
    expect(
      await sqlState(() =>
        database.transaction(async (tx) => {
          await tx.exec('set local session_replication_role = replica');
          await tx.query(SHOW, [teacher]);
        }),
      ),
    ).toBe('23514');
    expect(await state()).toEqual(refused);
  });

  it('is refused to everybody who is not of the team, with a check too', async () => {
    await record();
    const student = await database.createUser({ role: 'student' });
    const other = await database.createUser({ role: 'teacher' });
    for (const person of [teacher, student, other]) {
      const tried = await sqlState(() =>
        database.as('authenticated', person, (tx) => tx.query(SHOW, [teacher])),
      );
      expect([null, '42501']).toContain(tried);
    }
    expect(await sqlState(() => database.as('anon', null, (tx) => tx.query(SHOW, [teacher])))).toBe('42501');
    expect(await state()).toMatchObject({ is_active: false, listed: false });
  });

  it('takes other checks for no identity, and a failed one for none', async () => {
    await record({ kinds: ['whatsapp', 'picture', 'background'] });
    await record({ outcome: 'failed' });
    expect(await refusal(() => database.query(SHOW, [teacher]))).toMatchObject({
      hint: 'identity_unchecked',
    });
  });

  it('cannot be forged: not by the teacher, not by a service key that skips the procedures, not by writing the list', async () => {
    const forge = `insert into public.teacher_checks (teacher_id, kind) values ('${teacher}', 'identity')`;
    for (const [role, person] of [
      ['authenticated', teacher],
      ['authenticated', admin],
      ['service_role', null],
      ['anon', null],
    ] as const) {
      expect([role, await sqlState(() => database.as(role, person, (tx) => tx.exec(forge)))]).toEqual([
        role,
        '42501',
      ]);
    }
    expect(await refusal(() => record({}, teacher))).toMatchObject({ hint: 'admin_only' });
    expect(
      await sqlState(() =>
        database.as('authenticated', teacher, (tx) =>
          tx.query(`update public.teachers set checks = 'i2611991231' where id = $1`, [teacher]),
        ),
      ),
    ).toBe('42501');
    // A value written there is derived anew, for the owner too.
    await database.query(`update public.teachers set checks = 'i2611991231' where id = $1`, [teacher]);
    expect(await state()).toEqual(refused);
    const [id] = (await record()).ids;
    expect(
      await refusal(() =>
        database.query(`update public.teacher_checks set expires_on = '2099-01-01' where id = $1`, [id]),
      ),
    ).toMatchObject({ hint: 'check_is_history' });
  });

  it('is refused to an administrator whose right was taken', async () => {
    const former = await database.createUser({ role: 'admin', name: 'Quem Saiu' });
    await database.query(`update public.user_profiles set role = 'student' where id = $1`, [former]);
    await database.query('insert into public.students (id) values ($1)', [former]);
    for (const work of [
      () => record({}, former),
      () => setTeachers(database, former, [{ id: teacher, is_active: true, checks: ['identity'] }]),
      () => revoke(randomUUID(), former),
    ])
      expect(await refusal(work)).toMatchObject({ code: '42501', hint: 'admin_only' });
    expect(await checksOf()).toEqual([]);
  });
});

describe('approving', () => {
  // «quando a equipe vê um, registra só o que foi conferido, o resultado, as datas e uma nota.»
  it('[T015] records what was checked in the same transaction, by whom, and takes it back on undo', async () => {
    const { undo } = await setTeachers(database, admin, [
      { id: teacher, is_active: true, checks: ['identity', 'whatsapp'] },
    ]);
    expect(await checksOf()).toMatchObject([
      { kind: 'identity', by: admin, revoked: false },
      { kind: 'whatsapp', by: admin, revoked: false },
    ]);
    expect(await state()).toMatchObject({
      is_active: true,
      listed: true,
      checks: expect.stringMatching(/^i\d{10}w\d{10}$/),
    });
    await setTeachers(database, admin, undo);
    expect((await checksOf()).map(({ revoked }) => revoked)).toEqual([true, true]);
    expect(await state()).toEqual({ is_active: false, checks: null, listed: false });
    const [line] = await database.query(
      `select actor_id from public.audit_log where table_name = 'teacher_checks' and action = 'insert'
       order by at desc limit 1`,
    );
    expect(line).toEqual({ actor_id: admin });
  });

  it('writes nothing when one of many has no identity, and names that one', async () => {
    const other = await unchecked('Rui Espera');
    await record();
    expect(
      await refusal(() =>
        setTeachers(database, admin, [
          { id: teacher, is_active: true },
          { id: other, is_active: true },
        ]),
      ),
    ).toMatchObject({ hint: 'identity_unchecked', detail: other });
    expect(await state()).toMatchObject({ is_active: false, listed: false });
    expect(await checksOf(other)).toEqual([]);
  });

  it('certifies one person at a time: a command of several takes no checks, whosever they are', async () => {
    const other = await unchecked('Rui Espera');
    for (const changes of [
      [
        { id: teacher, is_active: true, checks: ['identity'] },
        { id: other, is_active: true, checks: ['identity'] },
      ],
      [{ id: teacher, checks: ['whatsapp'] }, { id: other }],
    ])
      expect(await refusal(() => setTeachers(database, admin, changes))).toEqual({
        code: '22023',
        hint: 'checks_one_by_one',
        detail: 'checks',
      });
    expect([await checksOf(), await checksOf(other)]).toEqual([[], []]);
    await record();
    await setTeachers(database, admin, [{ id: other, is_active: true, checks: ['identity'] }]);
    await setTeachers(database, admin, [{ id: other, is_active: false }]);
    const { changed } = await setTeachers(database, admin, [
      { id: teacher, is_active: true },
      { id: other, is_active: true, checks: [] },
    ]);
    expect(changed).toBe(2);
  });

  it('of several leaves out who took another name since the check, and takes that one alone', async () => {
    const other = await unchecked('Rui Espera');
    for (const one of [teacher, other]) await record({ teacher_id: one });
    await database.query(`update public.user_profiles set name = 'Rui Outro' where id = $1`, [other]);
    const both = [teacher, other].map((id) => ({ id, is_active: true }));
    expect(await refusal(() => setTeachers(database, admin, both))).toMatchObject({
      hint: 'identity_renamed',
      detail: other,
    });
    expect(await state()).toMatchObject({ is_active: false });
    for (const one of both) await setTeachers(database, admin, [one]);
    // Both were approved before: showing them again approves nobody.
    await setTeachers(
      database,
      admin,
      both.map(({ id }) => ({ id, is_active: false })),
    );
    expect((await setTeachers(database, admin, both)).changed).toBe(2);
  });

  it('approves 50 at most with one press', async () => {
    const many: string[] = [];
    for (let place = 0; place < 51; place++)
      many.push(await database.createUser({ role: 'teacher', isActive: false }));
    const changes = many.map((id) => ({ id, is_active: true }));
    expect(await refusal(() => setTeachers(database, admin, changes))).toMatchObject({
      code: '22023',
      hint: 'approvals_at_once',
    });
    expect((await setTeachers(database, admin, changes.slice(1))).changed).toBe(50);
    expect((await setTeachers(database, admin, changes)).changed).toBe(1);
  });

  it('by a review records the checks too, once, and refuses unknown kinds', async () => {
    const review = (checks: unknown, command: string, id: string) =>
      callAs<{ undo: { revoke?: string[] }[] }>(
        database,
        admin,
        'admin_review_teacher($1, $2::text::jsonb)',
        [
          command,
          JSON.stringify({ id, teacher_id: teacher, outcome: 'approved', checked: ['text'], checks }),
        ],
      );
    const [command, id] = [randomUUID(), randomUUID()];
    expect(await refusal(() => review([], randomUUID(), randomUUID()))).toMatchObject({
      hint: 'identity_unchecked',
    });
    for (const wrong of [['astrology'], 'identity'])
      expect(await refusal(() => review(wrong, randomUUID(), randomUUID()))).toMatchObject({
        hint: 'invalid_value',
      });
    const first = await review(['identity'], command, id);
    expect(await review(['identity'], command, id)).toEqual(first);
    expect(await checksOf()).toHaveLength(1);
    expect(first.undo[0]?.revoke).toHaveLength(1);
  });
});

describe('recording and revoking', () => {
  it('counts once, keeps the history and the note for the team, and refuses invalid input', async () => {
    const command = randomUUID();
    const first = await record({ note: 'RG visto em chamada.' }, admin, command);
    expect(await record({ note: 'RG visto em chamada.' }, admin, command)).toEqual(first);
    const [id] = first.ids;
    await setTeachers(database, admin, [{ id: teacher, is_active: true }]);
    expect(await revoke(id)).toMatchObject({ hidden: true });
    expect(await revoke(id)).toMatchObject({ hidden: false });
    expect(await state()).toEqual({ is_active: false, checks: null, listed: false });
    expect((await inbox(database, teacher)).map(({ kind }) => kind)).toContain('teacher.unchecked');
    const detail = await callAs<{ checks: object[] }>(database, admin, 'admin_teacher($1)', [teacher]);
    expect(detail.checks).toMatchObject([
      {
        kind: 'identity',
        note: 'RG visto em chamada.',
        checked_by: { name: 'Equipe' },
        revoked_by: { name: 'Equipe' },
        revoke_reason: 'O documento era de outra pessoa.',
      },
    ]);
    const own = JSON.stringify(await callAs(database, teacher, 'my_data()'));
    expect(own).not.toContain('RG visto em chamada.');
    expect(own).not.toContain('O documento era de outra pessoa.');
    expect(JSON.stringify(await callAs(database, teacher, 'pull_profile()'))).not.toContain('RG visto');
    for (const wrong of [
      { kinds: [] },
      { kinds: ['astrology'] },
      { outcome: 'maybe' },
      { note: 'x'.repeat(1001) },
      { more: 1 },
    ])
      expect(await refusal(() => record(wrong))).toMatchObject({ hint: 'invalid_value' });
    expect(await refusal(() => record({ teacher_id: admin }))).toMatchObject({ hint: 'teacher_unknown' });
    expect(await refusal(() => revoke(randomUUID()))).toMatchObject({ hint: 'check_unknown' });
  });

  it('a failed check of identity takes the teacher off, and deleting the rows by hand does', async () => {
    await setTeachers(database, admin, [{ id: teacher, is_active: true, checks: ['identity'] }]);
    await record({ outcome: 'failed' });
    expect(await state()).toMatchObject({ is_active: false, listed: false });
    await setTeachers(database, admin, [{ id: teacher, is_active: true, checks: ['identity'] }]);
    await database.query('delete from public.teacher_checks where teacher_id = $1', [teacher]);
    expect(await state()).toMatchObject({ is_active: false, listed: false });
  });

  it('ends the check of a number, of Instagram and of the picture when another takes its place', async () => {
    await record({ kinds: ['identity', 'whatsapp', 'instagram', 'picture'] });
    await database.query(`update public.user_profiles set whatsapp = '+5511900001111' where id = $1`, [
      teacher,
    ]);
    await database.query(`update public.teachers set instagram = 'outra.conta' where id = $1`, [teacher]);
    expect((await checksOf()).filter(({ revoked }) => revoked).map(({ kind }) => kind)).toEqual([
      'instagram',
      'whatsapp',
    ]);
    expect(await state()).toMatchObject({ checks: expect.stringMatching(/^i\d{10}p\d{10}$/) });
  });

  it('goes with the account', async () => {
    await record();
    await deleteAccount(database, teacher);
    expect(await checksOf()).toEqual([]);
  });
});

describe('the end of a check', () => {
  it('[T017] hides the teacher from every reader on its day, with the timer stopped', async () => {
    await setTeachers(database, admin, [{ id: teacher, is_active: true, checks: ['identity'] }]);
    const [end] = await database.query<{ day: string; last: string }>(
      `select expires_on::text as day, (expires_on - 1)::text as last from public.teacher_checks where teacher_id = $1`,
      [teacher],
    );
    await setToday(end?.last ?? '');
    expect(await shownTo()).toEqual({ rows: 1, found: 1, pulled: 1 });
    await setToday(end?.day ?? '');
    expect(await shownTo()).toEqual({ rows: 0, found: 0, pulled: 0 });
    // A phone that has the listing gets a tombstone, without the timer too.
    const [pull] = await database.as('anon', null, (tx) =>
      tx.query<{ page: { rows: { id: string; _deleted: boolean; name?: string }[] } }>(
        'select public.pull_teachers(0, null, 2000) as page',
      ),
    );
    const row = pull?.page.rows.find(({ id }) => id === teacher);
    expect([row?._deleted, row?.name]).toEqual([true, undefined]);
    // A request is not taken either.
    expect(
      await database.query('select from app.teacher_source where id = $1 and (is_live or is_active)', [
        teacher,
      ]),
    ).toEqual([]);
  });

  it('takes the teacher off by the timed work and tells once; a new check brings the page back', async () => {
    await setTeachers(database, admin, [{ id: teacher, is_active: true, checks: ['identity'] }]);
    await database.query(`select app.take_back_approval($1)`, [teacher]);
    await setToday('2031-01-01');
    expect(await tend()).toMatchObject({ ended: expect.any(Number) });
    expect(await state()).toEqual({ is_active: false, checks: null, listed: false });
    expect((await inbox(database, teacher)).map(({ kind }) => kind)).toEqual(['teacher.unchecked']);
    expect(await tend()).toEqual({ ended: 0, told: 0 });
    expect(await inbox(database, teacher)).toHaveLength(1);
    const found = await list<{ id: string }>(database, admin, 'teachers', {
      filter: { identity_to: '2031-01-02', search: 'nina' },
    });
    expect(found.rows.map(({ id }) => id)).toContain(teacher);
    // Conferring again counts from the day of the new record, so the clock is put back.
    await setToday(null);
    await setTeachers(database, admin, [{ id: teacher, is_active: true, checks: ['identity'] }]);
    expect(await state()).toMatchObject({ is_active: true, listed: true });
  });

  it('takes off a teacher whose row is written after the end, before the timer', async () => {
    await setTeachers(database, admin, [{ id: teacher, is_active: true, checks: ['identity'] }]);
    await setToday('2031-01-01');
    await database.query(`update public.teachers set bio = 'Outro texto' where id = $1`, [teacher]);
    expect(await state()).toMatchObject({ is_active: false, listed: false });
  });

  it('is announced 30 days before, once, to the teacher and the team, and not for a check that was renewed', async () => {
    await setTeachers(database, admin, [
      { id: teacher, is_active: true, checks: ['identity', 'background'] },
    ]);
    const [day] = await database.query<{ early: string; soon: string }>(
      `select (expires_on - 31)::text as early, (expires_on - 30)::text as soon from public.teacher_checks
       where teacher_id = $1 and kind = 'background'`,
      [teacher],
    );
    const told = async (person: string, kind: string) =>
      (await inbox(database, person)).filter((entry) => entry.kind === kind);
    await setToday(day?.early ?? '');
    await tend();
    expect(await told(teacher, 'teacher.check_expiring')).toEqual([]);
    await setToday(day?.soon ?? '');
    expect((await tend())?.told).toBe(1);
    expect(await told(teacher, 'teacher.check_expiring')).toMatchObject([
      { body: expect.stringMatching(/^A conferência de antecedentes vence em \d\d\/\d\d\/\d{4}\. /) },
    ]);
    expect(await told(admin, 'admin.checks_expiring')).toHaveLength(1);
    await tend();
    expect(await told(teacher, 'teacher.check_expiring')).toHaveLength(1);

    await setToday(null);
    const renewed = await database.createUser({ role: 'teacher', name: 'Quem Renovou' });
    await database.query(
      `insert into public.teacher_checks (teacher_id, kind, expires_on)
       select $1, 'background', app.today() + n from unnest(array[10, 100]) n`,
      [renewed],
    );
    await tend();
    expect(await told(renewed, 'teacher.check_expiring')).toEqual([]);
    expect(await told(admin, 'admin.checks_expiring')).toHaveLength(1);
  });
});

describe('a teacher who changes the name after the check of identity', () => {
  const rename = (name: string, person = teacher) =>
    callAs(database, person, 'update_profile($1, $2::text::jsonb)', [randomUUID(), JSON.stringify({ name })]);
  const flagged = async () =>
    (await list<{ id: string }>(database, admin, 'teachers', { filter: { renamed: true } })).rows.filter(
      ({ id }) => id === teacher,
    ).length === 1;
  const toldAdmin = async () =>
    (await inbox(database, admin)).filter(({ url }) => url === `/admin/teachers/${teacher}`).length;
  const toldTeacher = async () =>
    (await inbox(database, teacher)).filter(({ kind }) => kind === 'teacher.renamed').length;

  beforeEach(async () => {
    await record();
    await setTeachers(database, admin, [{ id: teacher, is_active: true }]);
  });

  it('stays in the search, is marked with the checked name, and the team is told once a day', async () => {
    expect(await flagged()).toBe(false);
    await rename('Bruna Outra');
    expect(await state()).toMatchObject({ is_active: true, listed: true });
    expect(await flagged()).toBe(true);
    expect([await toldAdmin(), await toldTeacher()]).toEqual([1, 1]);
    const page = await callAs<{ checks: object[] }>(database, admin, 'admin_teacher($1)', [teacher]);
    expect(page.checks).toMatchObject([{ checked_name: 'Nina Espera', renamed_at: expect.any(String) }]);
    await rename('Carla Terceira');
    await rename('Nina Espera');
    expect(await flagged()).toBe(false);
    await rename('Diana Quarta');
    expect(await flagged()).toBe(true);
    expect([await toldAdmin(), await toldTeacher()]).toEqual([1, 1]);
    // The person reads it too.
    expect(JSON.stringify(await callAs(database, teacher, 'my_data()'))).toContain('Nina Espera');
    await deleteAccount(database, teacher);
    expect(
      await database.query('select 1 from public.teacher_checks where teacher_id = $1', [teacher]),
    ).toEqual([]);
  });

  it('is settled by another check, until the name changes again; the old name is still known', async () => {
    await rename('Bruna Outra');
    await record();
    expect(await flagged()).toBe(false);
    await rename('Nina Espera');
    // The first check was made with this name.
    expect(await flagged()).toBe(false);
    await rename('Carla Terceira');
    expect(await flagged()).toBe(true);
  });

  it('leaves the search when the team revokes the check', async () => {
    await rename('Bruna Outra');
    const [check] = await checksOf();
    await revoke(check?.id);
    expect(await state()).toMatchObject({ is_active: false, listed: false });
    expect(await flagged()).toBe(false);
  });

  it('is not marked for accents, case and spaces, for another field, by the team, or without a check', async () => {
    await rename('  NINA   Éspera ');
    await callAs(database, teacher, 'update_profile($1, $2::text::jsonb)', [
      randomUUID(),
      JSON.stringify({ bio: 'Danço há dez anos.' }),
    ]);
    await database.as('authenticated', admin, (tx) =>
      tx.query(`update public.user_profiles set name = 'Nina da Equipe' where id = $1`, [teacher]),
    );
    expect([await flagged(), await toldAdmin()]).toEqual([false, 0]);
    const other = await unchecked('Sem Conferência');
    await rename('Nunca Conferida', other);
    expect(await inbox(database, other)).toEqual([]);
  });

  it('cannot set or remove the mark', async () => {
    await rename('Bruna Outra');
    for (const role of ['authenticated', 'service_role'] as const) {
      const work = () =>
        database.as(role, role === 'authenticated' ? teacher : null, (tx) =>
          tx.query(
            'update public.teacher_checks set renamed_at = null, checked_name = null where teacher_id = $1',
            [teacher],
          ),
        );
      expect(await sqlState(work)).toBe('42501');
    }
  });
});
