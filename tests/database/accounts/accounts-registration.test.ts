import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/pages/legal/version.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import {
  breakTable,
  callAs,
  complete,
  count,
  idOf,
  type Registered,
  refusal,
  register,
  STUDENT,
  signUp,
  TEACHER,
} from './account-steps.ts';

let database: TestDatabase;
let vitoria: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vitoria = await idOf(database, 'cities', 'Vitória');
});
afterAll(() => database.close());

const steps = (answer: Registered) => answer.warnings.map((warning) => warning.step);
const state = (person: string) =>
  callAs<{ state: string; pending: string[]; [field: string]: unknown }>(
    database,
    person,
    'my_account_state()',
  );
/** A failed registration leaves nothing but the auth user. */
async function nothingLeft(person: string): Promise<void> {
  for (const table of ['user_profiles', 'students', 'teachers', 'profile_versions', 'teacher_listings']) {
    expect([table, await count(database, `public.${table} where id = $1`, [person])]).toEqual([table, 0]);
  }
  for (const table of ['user_acceptances', 'notifications']) {
    expect([table, await count(database, `public.${table} where user_id = $1`, [person])]).toEqual([
      table,
      0,
    ]);
  }
  expect(await count(database, 'public.teacher_dance_styles where teacher_id = $1', [person])).toBe(0);
  expect(await count(database, 'auth.users where id = $1', [person])).toBe(1);
}

describe('completing a registration', () => {
  it('makes a student with profile, acceptance and a welcome', async () => {
    const me = await signUp(database, { role: 'student', name: 'João Ávila' }, 'joao@example.com');
    expect(await state(me)).toMatchObject({
      state: 'registering',
      draft: { role: 'student', name: 'João Ávila' },
      profile: null,
      terms: { version: VERSION.number, accepted: false },
    });
    const answer = await complete(database, me, { ...STUDENT, city_id: vitoria, whatsapp: '+351912345678' });
    expect(answer).toMatchObject({ created: true, warnings: [] });
    expect(answer.profile).toMatchObject({
      id: me,
      name: 'João Ávila',
      email: 'joao@example.com',
      role: 'student',
      whatsapp: '+351912345678',
      city_id: vitoria,
      style_ids: [],
      is_active: null,
      slug: null,
      _deleted: false,
    });
    expect(await count(database, 'public.students where id = $1', [me])).toBe(1);
    expect(await count(database, 'public.teachers where id = $1', [me])).toBe(0);
    expect(await state(me)).toMatchObject({
      state: 'active',
      pending: [],
      draft: null,
      terms: { version: VERSION.number, accepted: true },
      profile: { id: me },
    });
    expect(
      await database.query('select kind, url, read_at from public.notifications where user_id = $1', [me]),
    ).toEqual([{ kind: 'welcome', url: '/search', read_at: null }]);
  });

  it('[T017] makes a teacher with styles and address, inactive and in no search', async () => {
    const me = await signUp(database, { role: 'teacher', name: 'Ana Lima' });
    const answer = await complete(database, me, { ...TEACHER, city_id: vitoria });
    expect(answer).toMatchObject({ created: true, warnings: [] });
    const styles = [
      await idOf(database, 'dance_styles', 'Forró'),
      await idOf(database, 'dance_styles', 'Zouk'),
    ];
    expect(answer.profile).toMatchObject({
      role: 'teacher',
      style_ids: styles,
      is_active: false,
      is_paused: false,
      approved_at: null,
      slug: 'ana-lima',
      modalidades_aula: ['particular'],
    });
    expect(await count(database, 'public.teacher_listings where id = $1', [me])).toBe(0);
  });

  it('takes role and name from the sign-up when nothing is left on the phone', async () => {
    const me = await signUp(database, { role: 'student', name: 'Cortada no Meio' });
    const answer = await complete(database, me, { terms_accepted: true });
    expect(answer.profile).toMatchObject({ name: 'Cortada no Meio', role: 'student' });
  });

  it('forgets the form that the sign-up carried along, keeping role and name', async () => {
    const registration = { whatsapp: '+5531900001234', styles: ['Zouk'] };
    const me = await signUp(database, { role: 'student', name: 'Bem Lembrada', registration });
    const breakIt = () => complete(database, me, { ...STUDENT, terms_accepted: false });
    const metadata = () =>
      database.query('select raw_user_meta_data as kept from auth.users where id = $1', [me]);
    expect(await refusal(breakIt)).toMatchObject({ hint: 'terms_missing' });
    expect(await metadata()).toEqual([{ kept: { role: 'student', name: 'Bem Lembrada', registration } }]);
    await complete(database, me, { ...STUDENT, ...registration });
    expect(await metadata()).toEqual([{ kept: { role: 'student', name: 'Bem Lembrada' } }]);
  });

  it('repeated, changes nothing and answers the same profile', async () => {
    const me = await register(database, TEACHER);
    await database.query(`update public.user_profiles set name = 'Nome Mudado' where id = $1`, [me]);
    const again = await complete(database, me, TEACHER);
    expect(again).toMatchObject({ created: false, warnings: [], profile: { name: 'Nome Mudado' } });
    expect(await complete(database, me, {})).toEqual(again);
    expect(await count(database, `public.notifications where user_id = $1 and kind = 'welcome'`, [me])).toBe(
      1,
    );
    expect(await count(database, 'public.user_acceptances where user_id = $1', [me])).toBe(1);
  });

  it('repairs a missing role row of an existing profile', async () => {
    const me = await signUp(database, { role: 'teacher', name: 'Sem Linha' });
    await database.query(
      `insert into public.user_profiles (id, name, email, role) values ($1, 'Sem Linha', $2, 'teacher')`,
      [me, `${me}@example.com`],
    );
    expect(await state(me)).toMatchObject({ state: 'active', pending: ['teacher'] });
    expect(await complete(database, me, {})).toMatchObject({ created: false, profile: { is_active: false } });
    expect(await state(me)).toMatchObject({ pending: [] });
  });

  it('ignores a city or styles that are not offered, and reports it', async () => {
    const closed = await idOf(database, 'cities', 'Natal');
    await database.query('update public.cities set is_closed = true where id = $1', [closed]);
    for (const city_id of [closed, randomUUID(), 'Vitória', `' or true --`]) {
      const me = await signUp(database, { role: 'teacher' });
      const answer = await complete(database, me, { ...TEACHER, city_id, styles: ['Zouk', 'Krump', 'Zouk'] });
      expect(answer.profile).toMatchObject({ city_id: null });
      expect(answer.profile.style_ids).toEqual([await idOf(database, 'dance_styles', 'Zouk')]);
      expect(answer.warnings).toEqual([
        { step: 'city', code: 'unknown' },
        { step: 'styles', code: 'unknown', names: ['Krump'] },
      ]);
    }
  });
});

describe('a crafted registration', () => {
  const attempt = async (payload: unknown, metadata: Record<string, unknown> = {}) => {
    const me = await signUp(database, metadata);
    const refused = await refusal(() => complete(database, me, payload));
    if (refused !== null) await nothingLeft(me);
    return refused === null ? { me } : refused;
  };

  it.each([
    [{ ...STUDENT, role: 'admin' }, {}],
    [{ ...STUDENT, role: 'admin' }, { role: 'admin' }],
    [{ terms_accepted: true }, { role: 'admin', name: 'Sou Admin' }],
    [{ ...STUDENT, role: 'teacher' }, { role: 'student' }],
    [{ ...STUDENT, role: 'Student' }, {}],
    [{ ...STUDENT, role: 'owner' }, {}],
  ])('%j with the metadata %j is refused: role_not_allowed', async (payload, metadata) => {
    expect(await attempt(payload, metadata)).toMatchObject({ code: 'P0001', hint: 'role_not_allowed' });
  });

  it.each([
    [{ ...STUDENT, name: '  ' }, 'fields_missing'],
    [{ ...STUDENT, name: null }, 'fields_missing'],
    [{ ...STUDENT, role: '' }, 'fields_missing'],
    [{ ...STUDENT, role: undefined }, 'fields_missing'],
    [{ ...STUDENT, terms_accepted: undefined }, 'terms_missing'],
    [{ ...STUDENT, terms_accepted: false }, 'terms_missing'],
    [{ ...STUDENT, terms_accepted: 'true' }, 'terms_missing'],
    [{ ...STUDENT, name: 'Al' }, 'profile_failed'],
    [{ ...STUDENT, name: 'A'.repeat(121) }, 'profile_failed'],
    [{ ...STUDENT, name: 'Ana <b>' }, 'profile_failed'],
    [{ ...STUDENT, name: 'Ana 2' }, 'profile_failed'],
    [{ ...STUDENT, whatsapp: '31 90000-1234' }, 'profile_failed'],
    [{ ...STUDENT, whatsapp: '+55' }, 'profile_failed'],
    [{ ...STUDENT, whatsapp: `+${'9'.repeat(5000)}` }, 'profile_failed'],
    [{ ...STUDENT, name: 'A'.repeat(30_000) }, 'invalid_value'],
    [{ ...STUDENT, name: { first: 'Ana' } }, 'invalid_value'],
    [{ ...STUDENT, whatsapp: 5_531_900_001_234 }, 'invalid_value'],
    [{ ...STUDENT, styles: 'Zouk' }, 'invalid_value'],
    [{ ...STUDENT, styles: [1] }, 'invalid_value'],
    [{ ...STUDENT, terms_id: 'x' }, 'invalid_value'],
    [[], 'invalid_value'],
  ])('%# is refused: %j', async (payload, hint) => {
    expect(await attempt(payload)).toMatchObject({ hint });
  });

  it('[T017] cannot set other fields: approval, id, e-mail, picture, address', async () => {
    const victim = await register(database, STUDENT);
    const me = await signUp(database, { role: 'teacher' }, 'propria@example.com');
    const { profile } = await complete(database, me, {
      ...TEACHER,
      id: victim,
      user_id: victim,
      email: 'roubada@example.com',
      is_active: true,
      is_featured: true,
      approved_at: '2020-01-01',
      slug: 'famosa',
      profile_image_url: 'https://tracker.example.com/x.png',
    });
    expect(profile).toMatchObject({
      id: me,
      email: 'propria@example.com',
      is_active: false,
      is_featured: false,
      approved_at: null,
      profile_image_url: null,
    });
    expect(profile.slug).not.toBe('famosa');
    expect(
      await database.query('select name, role from public.user_profiles where id = $1', [victim]),
    ).toEqual([{ name: STUDENT.name, role: 'student' }]);
  });

  it('[T028] does not turn a registered person into another one', async () => {
    const me = await register(database, STUDENT);
    for (const role of ['teacher', 'admin']) {
      expect(await refusal(() => complete(database, me, { ...TEACHER, role }))).toMatchObject({
        hint: 'role_not_allowed',
      });
    }
    expect(await count(database, 'public.teachers where id = $1', [me])).toBe(0);
  });

  it('is not possible for a visitor, nor without an account', async () => {
    expect(await refusal(() => complete(database, null, STUDENT))).toMatchObject({ code: '42501' });
    expect(await refusal(() => complete(database, randomUUID(), STUDENT))).toMatchObject({
      code: 'PT401',
      hint: 'account_missing',
    });
  });

  it('with the token of an aborted account makes no profile past the procedure either', async () => {
    const me = await signUp(database, { role: 'student' });
    expect(await callAs(database, me, 'abort_registration()')).toEqual({ aborted: true });
    const insert = () =>
      database.as('authenticated', me, (tx) =>
        tx.query(
          `insert into public.user_profiles (id, name, email) values ($1, 'Fantasma', 'vitima@example.com')`,
          [me],
        ),
      );
    expect(await refusal(insert)).toMatchObject({ code: 'PT401', hint: 'account_missing' });
  });
});

describe('a step that must not fail', () => {
  it.each([
    ['user_profiles', STUDENT, 'profile_failed'],
    ['user_profiles', TEACHER, 'profile_failed'],
    ['students', STUDENT, 'student_failed'],
    ['teachers', TEACHER, 'teacher_failed'],
  ])(
    '%s, failing after its insert, leaves nothing and can be aborted or repeated: %j → %s',
    async (table, payload, hint) => {
      const email = `${randomUUID()}@example.com`;
      const me = await signUp(database, { role: payload.role, name: payload.name }, email);
      const mend = await breakTable(database, table, 'insert');
      expect(await refusal(() => complete(database, me, payload))).toEqual({
        code: 'P0001',
        hint,
        detail: '53100',
      });
      await nothingLeft(me);
      expect(await state(me)).toMatchObject({ state: 'registering' });
      expect(await callAs(database, me, 'abort_registration()')).toEqual({ aborted: true });
      expect(await count(database, 'auth.users where email = $1', [email])).toBe(0);
      await mend();
      await register(database, payload, email);
    },
  );
});

describe('a step that may fail', () => {
  it.each([
    ['styles', 'teacher_dance_styles', 'insert', TEACHER],
    ['styles', 'student_dance_styles', 'insert', { ...STUDENT, styles: ['Samba'] }],
    ['slug', 'teachers', 'update', TEACHER],
    ['acceptance', 'user_acceptances', 'insert', TEACHER],
    ['welcome', 'notifications', 'insert', STUDENT],
  ])('%s only causes a warning and is repaired by the next call', async (step, table, event, payload) => {
    const me = await signUp(database, { role: payload.role });
    const mend = await breakTable(database, table, event);
    const first = await complete(database, me, payload);
    expect(first).toMatchObject({ created: true, warnings: [{ step, code: '53100' }] });
    expect(await state(me)).toMatchObject({ state: 'active', pending: [step] });
    expect(steps(await complete(database, me, {}))).toEqual([step]);
    await mend();
    const second = await complete(database, me, {});
    expect(second).toMatchObject({ created: false, warnings: [] });
    expect(await state(me)).toMatchObject({ pending: [], terms: { accepted: true } });
    expect(second.profile.style_ids).toHaveLength(payload.styles.length);
    expect(second.profile.slug === null).toBe(payload.role === 'student');
    expect(await count(database, 'public.notifications where user_id = $1', [me])).toBe(1);
  });

  it('all of them failing at once still registers', async () => {
    const mends = [await breakTable(database, 'teacher_dance_styles', 'insert')];
    await database.exec(`create trigger zzz_broken after insert on public.user_acceptances
      for each row execute function app.broken()`);
    const me = await signUp(database, { role: 'teacher' });
    expect(steps(await complete(database, me, TEACHER))).toEqual(['styles', 'acceptance']);
    await database.exec('drop trigger zzz_broken on public.user_acceptances');
    await Promise.all(mends.map((mend) => mend()));
    expect((await complete(database, me, {})).profile.style_ids).toHaveLength(2);
  });
});

describe('aborting', () => {
  it('is refused once there is a profile', async () => {
    const me = await register(database, STUDENT);
    expect(await refusal(() => callAs(database, me, 'abort_registration()'))).toMatchObject({
      code: 'PT409',
      hint: 'profile_exists',
    });
    expect(await count(database, 'auth.users where id = $1', [me])).toBe(1);
  });

  it('removes the own account only, once', async () => {
    const [me, other] = [await signUp(database, {}), await signUp(database, {})];
    expect(await callAs(database, me, 'abort_registration()')).toEqual({ aborted: true });
    for (const again of [() => callAs(database, me, 'abort_registration()'), () => state(me)])
      expect(await refusal(again)).toMatchObject({ code: 'PT401', hint: 'account_missing' });
    expect(await count(database, 'auth.users where id = $1', [other])).toBe(1);
  });

  it('is not possible for a visitor', async () => {
    expect(await refusal(() => callAs(database, null, 'abort_registration()'))).toMatchObject({
      code: '42501',
    });
  });
});

describe('terms', () => {
  const columns = async (table: string) =>
    (
      await database.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [table],
      )
    ).map((row) => row.name);

  it('[A142] have id, type, active and version; one active row of type terms is seeded', async () => {
    expect(await columns('terms_and_policies')).toEqual(
      expect.arrayContaining(['id', 'type', 'active', 'version']),
    );
    // The version that the app shows.
    expect(await database.query('select type, version from public.terms_and_policies where active')).toEqual([
      { type: 'terms', version: VERSION.number },
    ]);
  });

  it('[A143] acceptances have user_id and terms_id with foreign keys', async () => {
    expect(await columns('user_acceptances')).toEqual(expect.arrayContaining(['user_id', 'terms_id']));
    const keys = await database.query<{ target: string }>(
      `select confrelid::regclass::text as target from pg_constraint
       where conrelid = 'public.user_acceptances'::regclass and contype = 'f' order by 1`,
    );
    expect(keys.map((key) => key.target)).toEqual(['terms_and_policies', 'user_profiles']);
  });

  // «Na versão 4 dizemos quem mantém o site, o que tratamos de aulas marcadas e da chave Pix de professores, quando uma avaliação fica pública, e que o e-mail só é mostrado à outra pessoa de um pedido aceito por quem não informou um WhatsApp.»
  // «dizemos que aluno e professor veem o e-mail um do outro depois de um pedido aceito, que a área da equipe tem um cookie, e o que tratamos de pedidos de aula, avaliações, publicações no Mural e páginas de alunos.»
  it('[T076][A256] the newest active version is recorded, and asked for again from people who accepted an older one', async () => {
    const early = await register(database, STUDENT);
    await database.exec(`insert into public.terms_and_policies (version, active, title) values
      (8, true, 'Termos, versão 8'), (9, false, 'Termos, versão 9')`);
    const accepted = (person: string) =>
      database.query<{ version: number }>(
        `select t.version from public.user_acceptances a join public.terms_and_policies t on t.id = a.terms_id
         where a.user_id = $1 order by 1`,
        [person],
      );
    const late = await register(database, TEACHER);
    expect(await accepted(late)).toEqual([{ version: 8 }]);
    const due = await state(early);
    expect(due).toMatchObject({ terms: { version: 8, accepted: false } });
    const [second] = await database.query<{ id: string }>(
      `select id from public.terms_and_policies where version = 8`,
    );
    for (let time = 0; time < 2; time++) {
      expect(await callAs(database, early, 'accept_terms($1)', [second?.id])).toMatchObject({
        terms: { version: 8, accepted: true },
      });
    }
    expect(await accepted(early)).toEqual([{ version: VERSION.number }, { version: 8 }]);
  });

  it('accepted at registration are those that were shown', async () => {
    const [first] = await database.query<{ id: string }>(
      `select id from public.terms_and_policies where version = ${VERSION.number}`,
    );
    const me = await signUp(database, {});
    await complete(database, me, { ...STUDENT, terms_id: first?.id });
    expect(await state(me)).toMatchObject({ terms: { version: 8, accepted: false } });
    const other = await signUp(database, {});
    expect(steps(await complete(database, other, { ...STUDENT, terms_id: randomUUID() }))).toEqual([
      'acceptance',
    ]);
  });

  it('that do not exist or are not active are not accepted', async () => {
    const me = await register(database, STUDENT);
    const [third] = await database.query<{ id: string }>(
      `select id from public.terms_and_policies where version = 9`,
    );
    for (const id of [randomUUID(), third?.id, null]) {
      expect(await refusal(() => callAs(database, me, 'accept_terms($1)', [id]))).toMatchObject({
        code: 'PT404',
        hint: 'terms_unknown',
      });
    }
    const registering = await signUp(database, {});
    const [first] = await database.query<{ id: string }>(
      `select id from public.terms_and_policies where version = ${VERSION.number}`,
    );
    expect(await refusal(() => callAs(database, registering, 'accept_terms($1)', [first?.id]))).toMatchObject(
      {
        hint: 'profile_missing',
      },
    );
  });
});
