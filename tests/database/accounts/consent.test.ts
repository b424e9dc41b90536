/**
 * Anything public is written under the current terms; commands that wait for an acceptance are sent
 * after it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkIdentity, createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { agree, answer, cancel, create, draft, evaluate } from '../lessons/lesson-steps.ts';
import { callAs, complete, idOf, refusal, register, STUDENT, signUp, TEACHER } from './account-steps.ts';

let database: TestDatabase;
let style: string;
let admin: string;
beforeAll(async () => {
  database = await createTestDatabase();
  style = await idOf(database, 'dance_styles', 'Forró');
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
afterEach(() =>
  database.exec(`
    delete from public.user_acceptances a using public.terms_and_policies t where t.id = a.terms_id and t.version > 50;
    delete from public.terms_and_policies where version > 50`),
);

const REQUIRED = { code: 'PT403', hint: 'terms_required' };

const publishTerms = () =>
  database.query(`insert into public.terms_and_policies (version, title) values (51, 'Termos novos')`);
async function accept(person: string): Promise<void> {
  const [terms] = await database.query<{ id: string }>('select app.current_terms() as id');
  await callAs(database, person, 'accept_terms($1)', [terms?.id]);
}
const post = (person: string, command = randomUUID(), id = randomUUID()) =>
  callAs(database, person, 'create_post($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ id, text: 'Alguém dança hoje?' }),
  ]);
const profile = (person: string, changes: Record<string, unknown>) =>
  callAs(database, person, 'update_profile($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(changes)]);
const write = (person: string, statement: string, params: unknown[] = [person]) =>
  database.as('authenticated', person, (tx) => tx.query(statement, params));

it('every kind of command needs the terms, except those with a documented reason', async () => {
  const kinds = await database.query<{ kind: string }>(
    `select distinct m[1] as kind from pg_proc p
     cross join lateral regexp_matches(p.prosrc, 'begin_command\\(command_id, ''([a-z_.]+)''', 'g') m
     where p.pronamespace = 'public'::regnamespace order by 1`,
  );
  const person = await database.createUser({ role: 'student', acceptsTerms: false });
  const free: string[] = [];
  for (const { kind } of kinds) {
    const begin = () =>
      database.transaction(async (tx) => {
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify({ role: 'authenticated', sub: person }),
        ]);
        await tx.query(`select app.begin_command($1, $2, '{}')`, [randomUUID(), kind]);
        await tx.query('delete from public.command_log where user_id = $1', [person]);
      });
    const refused = await refusal(begin);
    if (refused === null) free.push(kind);
    else expect([kind, refused]).toMatchObject([kind, REQUIRED]);
  }
  const listed = await database.query<{ kind: string }>(
    'select kind from app.commands_without_terms order by kind',
  );
  expect(free).toEqual(listed.map(({ kind }) => kind));
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['post.create', 'lesson_request.create', 'lesson_request.answer']),
  );
});

/** Procedures that may write without beginning a command, and why they publish nothing. */
const NO_COMMANDS: Record<string, string> = {
  abort_registration: 'removes',
  accept_terms: 'the acceptance itself',
  announce_waiting: 'a number for the own phones',
  complete_registration: 'seen by nobody before a command or an approval',
  delete_my_account: 'removes',
  known_commands: 'only reads; volatile so that no cache answers',
  search_teachers_with_filters_cached: 'keeps answers',
  set_lead_teacher: 'the own lead',
  share_my_preview: 'a change of the row of a teacher, which asks for the terms',
  teacher_invitation: 'notes that a link was opened',
  update_teacher_slug: "the profile's name, in an address",
};

it('procedures that write without beginning a command are listed', async () => {
  const found = await database.query<{ name: string }>(
    `select distinct p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prosrc !~ 'begin_command'
       and p.proname !~ '^(pull|admin)_' and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
  );
  expect(found.map(({ name }) => name)).toEqual(Object.keys(NO_COMMANDS));
});

describe('registering by direct inserts, as the specification names them', () => {
  const insertProfile = (id: string, role: string, name = 'Ana Lima', city: string | null = null) =>
    write(
      id,
      `insert into public.user_profiles (id, name, email, role, city_id) values ($1, $2, 'x@example.com', $3, $4)`,
      [id, name, role, city],
    );

  it('works, and nothing is public before the terms are accepted', async () => {
    const me = await signUp(database, { role: 'teacher', name: 'Ana Lima' });
    await insertProfile(me, 'teacher');
    await write(me, 'insert into public.teachers (id, bio, is_active) values ($1, $2, false)', [
      me,
      'Danço.',
    ]);
    await checkIdentity(database, me);
    await write(me, 'insert into public.teacher_dance_styles values ($1, $2)', [me, style]);
    await callAs(database, me, 'update_teacher_slug($1, $2)', [me, 'Ana Lima']);

    expect(await refusal(() => post(me))).toMatchObject(REQUIRED);
    const show = () =>
      callAs(database, admin, 'admin_set_teachers($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify([{ id: me, is_active: true }]),
      ]);
    expect(await refusal(show)).toMatchObject({ code: 'PT409', hint: 'teacher_without_terms', detail: me });
    const showDirectly = () =>
      write(admin, 'update public.teachers set is_active = true where id = $1', [me]);
    expect(await refusal(showDirectly)).toMatchObject({ hint: 'teacher_without_terms' });

    await accept(me);
    await post(me);
    await show();
    expect(
      await database.query('select name from public.teacher_listings where id = $1 and not _deleted', [me]),
    ).toEqual([{ name: 'Ana Lima' }]);
  });

  it('is held to the role of the sign-up, to a name of letters and to a city that is offered', async () => {
    const me = await signUp(database, { role: 'student' });
    expect(await refusal(() => insertProfile(me, 'teacher'))).toMatchObject({ hint: 'role_not_allowed' });
    expect(await sqlState(() => insertProfile(me, 'student', 'Ana 2'))).toBe('23514');
    expect(await refusal(() => insertProfile(me, 'student', 'Ana Lima', randomUUID()))).toMatchObject({
      hint: 'city_unknown',
    });
    await insertProfile(me, 'student');
    await write(me, 'insert into public.students (id) values ($1)');
  });

  it('is completed by the procedure, which also records the acceptance', async () => {
    const me = await signUp(database, { role: 'student' });
    await insertProfile(me, 'student');
    await complete(database, me, { ...STUDENT, name: 'Ana Lima' });
    await post(me);
  });
});

describe('newer terms', () => {
  it('do not lose a command: the same one arrives once after the acceptance', async () => {
    const me = await register(database, STUDENT);
    await publishTerms();
    const [command, id] = [randomUUID(), randomUUID()];
    const refused = await refusal(() => post(me, command, id));
    expect(refused).toMatchObject({ ...REQUIRED, detail: '51' });
    await accept(me);
    const sent = await post(me, command, id);
    expect(await post(me, command, id)).toEqual(sent);
  });

  it('do not change an answer that was given before them', async () => {
    const me = await register(database, STUDENT);
    const [command, id] = [randomUUID(), randomUUID()];
    const sent = await post(me, command, id);
    await publishTerms();
    expect(await post(me, command, id)).toEqual(sent);
  });

  it('are needed for requests, answers, evaluations and every text of a profile, by whichever way', async () => {
    const teacher = await register(database, { ...TEACHER, name: 'Marina Couto' });
    const student = await register(database, STUDENT);
    await write(admin, 'update public.teachers set is_active = true where id = $1', [teacher]);
    const couple = { student, teacher, style };
    const accepted = await agree(database, couple);
    const zouk = await idOf(database, 'dance_styles', 'Zouk');
    const pending = (await create(database, student, draft({ ...couple, style: zouk }))).request_id;
    await publishTerms();

    const directly = (rating: number) => () =>
      write(
        student,
        `insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating)
         values ($1, $2, $3, $4)`,
        [accepted, student, teacher, rating],
      );
    const attempts: [string, () => Promise<unknown>][] = [
      ['a request', () => create(database, student, draft(couple))],
      ['an acceptance', () => answer(database, teacher, pending, 'accept')],
      ['an evaluation', () => evaluate(database, student, accepted)],
      ['an evaluation by a row', directly(1)],
      ['a reason', () => cancel(database, student, pending, { reason: 'Mudei de ideia' })],
      ['a name', () => profile(student, { name: 'Outro Nome' })],
      ['a public page', () => profile(student, { is_public: true })],
      ['a bio', () => profile(teacher, { bio: 'Danço há anos.' })],
      ['a bio by a row', () => write(teacher, `update public.teachers set bio = 'Danço.' where id = $1`)],
      ['a name by a row', () => write(teacher, `update public.user_profiles set name = 'Bia' where id = $1`)],
      [
        'a style',
        () =>
          write(
            teacher,
            `insert into public.teacher_dance_styles
        select $1, id from public.dance_styles where name = 'Bachata'`,
          ),
      ],
    ];
    for (const [what, attempt] of attempts) {
      expect([what, await refusal(attempt)]).toMatchObject([what, REQUIRED]);
    }

    // Withdrawing needs no acceptance.
    await profile(teacher, { is_paused: true });
    await profile(teacher, { experience: null });
    await write(
      teacher,
      'delete from public.teacher_dance_styles where teacher_id = $1 and dance_style_id = $2',
      [teacher, zouk],
    );
    await cancel(database, student, pending);

    await accept(student);
    await accept(teacher);
    await evaluate(database, student, accepted);
    await profile(teacher, { bio: 'Danço há anos.', is_paused: false });
  });

  it('do not keep anybody from leaving', async () => {
    const teacher = await register(database, TEACHER);
    await profile(teacher, { modalidades_aula: ['grupo'], bio: 'Danço.' });
    await publishTerms();
    await database.transaction(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ role: 'authenticated', sub: teacher }),
      ]);
      await tx.query('delete from auth.users where id = $1', [teacher]);
    });
    expect(await database.query('select bio from public.teachers where id = $1', [teacher])).toEqual([
      { bio: null },
    ]);
  });
});
