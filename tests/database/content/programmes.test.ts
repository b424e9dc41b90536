/** Supporters and sponsors: tiers and amounts, slots, benefits, and whose support it is. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acceptTerms, createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';

let database: TestDatabase;
let admin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin' });
});
afterAll(() => database.close());
afterEach(() =>
  database.exec(
    'delete from public.sponsors; delete from public.supporter_tiers; delete from public.support_sync_logs',
  ),
);

const TIERS = ['passinho', 'giro_completo', 'destaque_salao', 'brilho_palco'] as const;

const json = (value: unknown) => JSON.stringify(value);
const saveSupporter = (supporter: object, command = randomUUID()) =>
  callAs<{ id: string; user_id: string | null }>(database, admin, 'save_supporter($1, $2::text::jsonb)', [
    command,
    json(supporter),
  ]);
const saveSponsor = (sponsor: object) =>
  callAs<{ id: string }>(database, admin, 'save_sponsor($1, $2::text::jsonb)', [randomUUID(), json(sponsor)]);
const deactivate = (what: 'supporter' | 'sponsor', id: string) =>
  callAs(database, admin, `deactivate_${what}($1, $2)`, [randomUUID(), id]);

const addSponsor = (tier: string, isActive = true) =>
  database.query(
    `insert into public.sponsors (name, tier, is_active) values ('Marca ' || gen_random_uuid(), $1, $2) returning id`,
    [tier, isActive],
  );
const sold = async (tier: string) => {
  const [row] = await database.query<{ sold: number }>(
    'select sold from public.sponsor_tier_definitions where tier = $1',
    [tier],
  );
  return row?.sold;
};
const ownerOf = async (email: string) => {
  const [row] = await database.query<{ user_id: string | null }>(
    'select user_id from public.supporter_tiers where email = $1',
    [email],
  );
  return row?.user_id;
};
const proves = (person: string) =>
  database.query('update auth.users set email_confirmed_at = now() where id = $1', [person]);
const columns = async (table: string) =>
  (
    await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    )
  ).map(({ name }) => name);

describe('tables', () => {
  it.each([
    ['supporter_tiers', ['user_id', 'email', 'tier', 'amount', 'is_active', 'created_at', 'updated_at']],
    ['sponsors', ['id', 'tier', 'is_active', 'display_order', 'updated_at']],
    ['support_sync_logs', ['sync_type', 'email', 'status', 'message', 'api_response', 'created_at']],
  ])('[B174][B176][B178] %s has its columns', async (table, expected) => {
    expect(await columns(table)).toEqual(expect.arrayContaining(expected));
  });

  it('[B175] a supporter has one of the four tiers', async () => {
    const insert = (tier: string) =>
      database.query(
        `insert into public.supporter_tiers (email, tier, amount) values ($1::text || '@example.com', $1, 1)`,
        [tier],
      );
    for (const tier of TIERS) expect([tier, await sqlState(() => insert(tier))]).toEqual([tier, null]);
    expect(await sqlState(() => insert('x'))).toBe('23514');
  });

  it('[B177] a sponsor has one of the three tiers', async () => {
    for (const tier of ['bronze', 'prata', 'ouro']) {
      expect([tier, await sqlState(() => addSponsor(tier))]).toEqual([tier, null]);
    }
    expect(await sqlState(() => addSponsor('x'))).toBe('23514');
  });

  it('tiers have their prices', async () => {
    const amounts = (kind: string) =>
      database.query(
        `select tier, name, amount::float from public.${kind}_tier_definitions order by position`,
      );
    expect(await amounts('supporter')).toEqual([
      { tier: 'passinho', name: 'Passinho', amount: 1 },
      { tier: 'giro_completo', name: 'Giro Completo', amount: 10 },
      { tier: 'destaque_salao', name: 'Apoiador', amount: 20 },
      { tier: 'brilho_palco', name: 'Brilho de Palco', amount: 63 },
    ]);
    expect(await amounts('sponsor')).toEqual([
      { tier: 'bronze', name: 'Bronze', amount: 100 },
      { tier: 'prata', name: 'Prata', amount: 350 },
      { tier: 'ouro', name: 'Ouro', amount: 1325 },
    ]);
  });

  it.each([
    ["url = 'http://example.com'", '23514'],
    ["url = 'javascript:alert(1)'", '23514'],
    ["url = 'https://example.com/ola?x=1'", null],
    ["logo_url = 'https://example.com/logo.png'", '23514'],
    ["logo_url = '/storage/v1/object/public/sponsor-logos/../profile-images/x'", '23514'],
    ["logo_url = '/storage/v1/object/public/sponsor-logos/marca.webp'", null],
    ["name = ' a '", '23514'],
    ['display_order = -1', '23514'],
  ])('a sponsor with %s: %s', async (assignment, state) => {
    await addSponsor('bronze');
    expect(await sqlState(() => database.query(`update public.sponsors set ${assignment}`))).toBe(state);
  });
});

describe('slots of sponsors', () => {
  it.each([
    ['bronze', 5],
    ['prata', 3],
    ['ouro', 1],
  ])('[B290][B292][B294] of %s there are %i, and one more is refused', async (tier, slots) => {
    const [free] = await database.query(
      'select slots - sold as free from public.sponsor_tier_definitions where tier = $1',
      [tier],
    );
    expect(free).toEqual({ free: slots });
    for (let at = 0; at < slots; at++) await addSponsor(tier);
    expect(await refusal(() => addSponsor(tier))).toMatchObject({
      code: 'PT409',
      hint: 'slots_taken',
      detail: tier,
    });
    expect(await sqlState(() => addSponsor(tier, false))).toBeNull();
    expect(await sold(tier)).toBe(slots);
    const wake = () => database.query('update public.sponsors set is_active = true where not is_active');
    expect(await refusal(wake)).toMatchObject({ hint: 'slots_taken' });
  });

  it('become free when a sponsor is deactivated, removed or changes its tier', async () => {
    const { id } = await saveSponsor({ id: randomUUID(), name: 'Chinelo Bom', tier: 'ouro' });
    await deactivate('sponsor', id);
    expect(await sold('ouro')).toBe(0);
    await saveSponsor({ id, is_active: true });
    expect(await sold('ouro')).toBe(1);
    await saveSponsor({ id, tier: 'prata' });
    expect([await sold('ouro'), await sold('prata')]).toEqual([0, 1]);
    await database.query('delete from public.sponsors where id = $1', [id]);
    expect(await sold('prata')).toBe(0);
  });
});

describe('sponsors', () => {
  it('[B244] upserting one twice leaves one row, changed', async () => {
    const id = randomUUID();
    await saveSponsor({ id, name: 'Chinelo Bom', tier: 'prata', url: 'https://example.com' });
    await saveSponsor({ id, name: 'Chinelo Ótimo', display_order: 3 });
    expect(
      await database.query('select name, tier, url, display_order, is_active from public.sponsors'),
    ).toEqual([
      { name: 'Chinelo Ótimo', tier: 'prata', url: 'https://example.com', display_order: 3, is_active: true },
    ]);
  });

  it('are refused with a reason when something is missing or wrong', async () => {
    const id = randomUUID();
    const save = (sponsor: object) => refusal(() => saveSponsor({ id, ...sponsor }));
    expect(await save({ tier: 'prata' })).toMatchObject({ hint: 'invalid_value', detail: 'name' });
    expect(await save({ name: 'Marca', tier: 'x' })).toMatchObject({ detail: 'sponsors_tier_check' });
    expect(await save({ name: 'Marca', tier: 'prata', url: 'ftp://x' })).toMatchObject({
      detail: 'sponsors_url_check',
    });
    expect(await refusal(() => deactivate('sponsor', id))).toMatchObject({ hint: 'sponsor_missing' });
    expect(await count(database, 'public.sponsors', [])).toBe(0);
  });
});

describe('supporters', () => {
  it('[B213] deactivating sets is_active to false and keeps the row', async () => {
    const { id } = await saveSupporter({ email: 'ana@example.com', tier: 'passinho' });
    await deactivate('supporter', id);
    expect(await database.query('select id, is_active, amount::float from public.supporter_tiers')).toEqual([
      { id, is_active: false, amount: 1 },
    ]);
    expect(await count(database, 'public.public_supporters', [])).toBe(0);
  });

  it('[B236][B237] the active one is selected by person and by e-mail, by owner and admin', async () => {
    const person = await database.createUser({ role: 'student', email: 'dono@example.com' });
    await proves(person);
    await saveSupporter({ email: 'dono@example.com', tier: 'giro_completo' });
    await database.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount, is_active)
       values ($1, 'antigo@example.com', 'passinho', 1, false)`,
      [person],
    );
    const select = (who: string, where: string, value: string) =>
      database.as('authenticated', who, (tx) =>
        tx.query(`select tier from public.supporter_tiers where is_active and ${where} = $1`, [value]),
      );
    for (const who of [person, admin]) {
      expect(await select(who, 'user_id', person)).toEqual([{ tier: 'giro_completo' }]);
      expect(await select(who, 'email', 'dono@example.com')).toEqual([{ tier: 'giro_completo' }]);
    }
  });

  it('[B239] an upsert by e-mail, as the API does it, changes the row there is', async () => {
    const upsert = (email: string, tier: string, amount: number) =>
      database.as('authenticated', admin, (tx) =>
        tx.query(
          `insert into public.supporter_tiers (email, tier, amount) values ($1, $2, $3)
           on conflict (email) do update set tier = excluded.tier, amount = excluded.amount`,
          [email, tier, amount],
        ),
      );
    await upsert('ana@example.com', 'passinho', 1);
    await upsert(' Ana@Example.com', 'brilho_palco', 63);
    expect(await database.query('select email, tier from public.supporter_tiers')).toEqual([
      { email: 'ana@example.com', tier: 'brilho_palco' },
    ]);
  });

  it('[B246][B247] the log accepts lines from admins and returns them the fifty newest', async () => {
    await database.as('authenticated', admin, (tx) =>
      tx.query(`insert into public.support_sync_logs (sync_type, status, message)
        values ('import', 'success', 'linha 0')`),
    );
    await database.query(
      `insert into public.support_sync_logs (sync_type, status, message, created_at)
       select 'import', 'success', 'linha ' || n, now() + n * interval '1 minute' from generate_series(1, 59) n`,
    );
    const latest = await database.as('authenticated', admin, (tx) =>
      tx.query<{ message: string }>(
        'select message from public.support_sync_logs order by created_at desc limit 50',
      ),
    );
    expect(latest.map(({ message }) => message)).toEqual(
      Array.from({ length: 50 }, (_, at) => `linha ${59 - at}`),
    );
    const student = await database.createUser({ role: 'student' });
    const write = () =>
      database.as('authenticated', student, (tx) =>
        tx.query(`insert into public.support_sync_logs (sync_type, status) values ('import', 'success')`),
      );
    expect(await sqlState(write)).toBe('42501');
  });

  it('a repeated command counts once', async () => {
    const command = randomUUID();
    const first = await saveSupporter({ email: 'ana@example.com', amount: 12 }, command);
    expect(await saveSupporter({ email: 'ana@example.com', amount: 12 }, command)).toEqual(first);
    expect(await count(database, 'public.support_sync_logs', [])).toBe(1);
  });

  it('are refused with a reason when something is missing or wrong', async () => {
    const save = (supporter: object) => refusal(() => saveSupporter(supporter));
    expect(await save({ tier: 'passinho' })).toMatchObject({ hint: 'invalid_value', detail: 'email' });
    expect(await save({ email: 'ana@example.com' })).toMatchObject({ hint: 'tier_missing' });
    expect(await save({ email: 'ana@example.com', amount: 0.5 })).toMatchObject({ hint: 'amount_too_small' });
    expect(await save({ email: 'sem arroba', amount: 1 })).toMatchObject({
      detail: 'supporter_tiers_email_check',
    });
    expect(await save({ email: 'ana@example.com', amount: '1' })).toMatchObject({ detail: 'amount' });
    expect(await count(database, 'public.supporter_tiers', [])).toBe(0);
  });
});

describe('benefits', () => {
  it('[B208] are cumulative, take effect while the support is active [B209][B210][B211][B212], and end with it', async () => {
    const teacher = await database.createUser({
      role: 'teacher',
      email: 'prof@example.com',
      name: 'Ana Prof',
    });
    await proves(teacher);
    const state = async () => {
      const [row] = await database.query(
        `select app.has_enhanced_profile(id) as enhanced, is_highlighted as highlighted,
           is_featured as featured, left(rank, 1) as rank,
           exists (select from public.public_supporters s where s.teacher_id = l.id) as listed
         from public.teacher_listings l where id = $1`,
        [teacher],
      );
      return row;
    };
    const none = { listed: false, enhanced: false, highlighted: false, rank: '1', featured: false };
    expect(await state()).toEqual(none);
    await saveSupporter({ email: 'prof@example.com', tier: 'passinho' });
    expect(await state()).toEqual({ ...none, listed: true });
    await saveSupporter({ email: 'prof@example.com', tier: 'giro_completo' });
    expect(await state()).toEqual({ ...none, listed: true, enhanced: true });
    await saveSupporter({ email: 'prof@example.com', tier: 'destaque_salao' });
    const salao = { ...none, listed: true, enhanced: true, highlighted: true, rank: '0' };
    expect(await state()).toEqual(salao);
    const { id } = await saveSupporter({ email: 'prof@example.com', tier: 'brilho_palco' });
    expect(await state()).toEqual({ ...salao, featured: true });
    await deactivate('supporter', id);
    expect(await state()).toEqual(none);
  });
});

it('[T008][B210] a teacher writes the sections of the enhanced profile, and everybody reads them, while the support lasts', async () => {
  const teacher = await database.createUser({
    role: 'teacher',
    email: 'conta@example.com',
    name: 'Conta Historia',
  });
  await proves(teacher);
  const update = (changes: object) =>
    callAs(database, teacher, 'update_profile($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(changes)]);
  const listed = async () => {
    const { rows } = await callAs<{ rows: Record<string, unknown>[] }>(
      database,
      null,
      'pull_teachers(null, null, 500)',
    );
    const row = rows.find(({ id }) => id === teacher);
    return [row?.story, row?.music];
  };
  for (const field of ['story', 'music']) {
    expect(await refusal(() => update({ [field]: 'Comecei num casamento.' }))).toMatchObject({
      hint: 'benefit_missing',
      detail: field,
    });
  }
  await saveSupporter({ email: 'conta@example.com', tier: 'passinho' });
  expect(await refusal(() => update({ story: 'Cedo demais.' }))).toMatchObject({ hint: 'benefit_missing' });

  const { id } = await saveSupporter({ email: 'conta@example.com', tier: 'giro_completo' });
  await update({ story: 'Comecei num casamento.', music: 'Asa Branca', bio: 'Aulas com calma.' });
  expect(await listed()).toEqual(['Comecei num casamento.', 'Asa Branca']);
  // A direct update cannot go past the command either.
  const direct = `update public.teachers set story = 'Direto' where id = '${teacher}'`;
  expect(await sqlState(() => database.as('authenticated', teacher, (tx) => tx.query(direct)))).toBe('42501');

  await deactivate('supporter', id);
  expect(await listed()).toEqual([null, null]);
  // The written text stays with its owner, who may still remove it.
  const own = await callAs<{ rows: { story: string }[] }>(database, teacher, 'pull_profile()');
  expect(own.rows[0]?.story).toBe('Comecei num casamento.');
  await update({ music: null });
  await saveSupporter({ email: 'conta@example.com', tier: 'brilho_palco', is_active: true });
  expect(await listed()).toEqual(['Comecei num casamento.', null]);
});

it('[T096] benefits appear in the own profile on the phone, and disappear, each time with a new version', async () => {
  const person = await database.createUser({ role: 'student', email: 'celular@example.com' });
  await proves(person);
  const profile = async () => {
    const { rows } = await callAs<{ rows: { benefits: string[]; _xid: number }[] }>(
      database,
      person,
      'pull_profile()',
    );
    return rows[0];
  };
  const before = await profile();
  expect(before?.benefits).toEqual([]);
  const { id } = await saveSupporter({ email: 'celular@example.com', tier: 'giro_completo' });
  const during = await profile();
  expect(during?.benefits).toEqual(['listing', 'enhanced_profile']);
  expect(during?._xid).toBeGreaterThan(before?._xid ?? 0);
  await deactivate('supporter', id);
  const after = await profile();
  expect(after?.benefits).toEqual([]);
  expect(after?._xid).toBeGreaterThan(during?._xid ?? 0);
});

describe('the public view', () => {
  it('[D121] has no e-mail and no amount, and visitors read it', async () => {
    const person = await database.createUser({
      role: 'student',
      email: 'rita@example.com',
      name: 'Dona Rita',
    });
    await proves(person);
    await saveSupporter({ email: 'rita@example.com', tier: 'passinho' });
    const rows = await database.as('anon', null, (tx) => tx.query('select * from public.public_supporters'));
    expect(rows).toMatchObject([
      { name: 'Dona Rita', tier: 'passinho', profile_image_url: null, teacher_id: null },
    ]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'id',
      'name',
      'profile_image_url',
      'since',
      'teacher_id',
      'tier',
    ]);
    expect(JSON.stringify(rows)).not.toContain(person);
    expect(JSON.stringify(rows)).not.toContain('rita@example.com');
  });

  it('[T007] shows no name of supporters without one or who prefer anonymity', async () => {
    const person = await database.createUser({
      role: 'teacher',
      email: 'rita2@example.com',
      name: 'Dona Rita',
    });
    await proves(person);
    await saveSupporter({ email: 'rita2@example.com', tier: 'passinho', is_listed: false });
    await saveSupporter({ email: 'sem-conta@example.com', tier: 'brilho_palco' });
    await saveSupporter({ email: 'apelido@example.com', tier: 'passinho', display_name: ' Turma do Xote ' });
    expect(
      await database.query('select name, tier, teacher_id from public.public_supporters order by name'),
    ).toEqual(
      [
        { name: 'Turma do Xote', tier: 'passinho', teacher_id: null },
        { name: null, tier: 'passinho', teacher_id: null },
        { name: null, tier: 'brilho_palco', teacher_id: null },
      ].sort((a, b) => Number(a.name === null) - Number(b.name === null)),
    );
  });
});

describe('the owner of a support', () => {
  it('[T012][B242] a confirmed e-mail is linked at once, an unknown one is not', async () => {
    const person = await database.createUser({ role: 'student', email: 'conhecida@example.com' });
    await proves(person);
    expect(await saveSupporter({ email: ' Conhecida@Example.com ', tier: 'passinho' })).toMatchObject({
      user_id: person,
    });
    expect(await saveSupporter({ email: 'ninguem@example.com', tier: 'passinho' })).toMatchObject({
      user_id: null,
    });
  });

  it('[D125] an unknown e-mail is linked when a person confirms it, not before', async () => {
    await saveSupporter({ email: 'futura@example.com', tier: 'giro_completo' });
    const person = await database.createUser({ role: 'student', email: 'futura@example.com' });
    expect(await ownerOf('futura@example.com')).toBeNull();
    await saveSupporter({ email: 'futura@example.com', amount: 11 });
    expect(await ownerOf('futura@example.com')).toBeNull();
    await proves(person);
    expect(await ownerOf('futura@example.com')).toBe(person);
    const [row] = await database.query(`select app.has_enhanced_profile($1) as has`, [person]);
    expect(row).toEqual({ has: true });
  });

  it('is linked when a confirmed address gets a profile, and when an account changes to the address', async () => {
    await saveSupporter({ email: 'primeira@example.com', tier: 'passinho' });
    await saveSupporter({ email: 'segunda@example.com', tier: 'passinho' });
    const id = randomUUID();
    await database.query(
      `insert into auth.users (id, email, email_confirmed_at) values ($1, 'primeira@example.com', now())`,
      [id],
    );
    expect(await ownerOf('primeira@example.com')).toBeNull();
    await database.query(
      `insert into public.user_profiles (id, name, email, role) values ($1, 'Ana Lima', 'primeira@example.com', 'student')`,
      [id],
    );
    // Linking shows the name publicly: it waits for the acceptance of the terms.
    expect(await ownerOf('primeira@example.com')).toBeNull();
    await acceptTerms(database, id);
    expect(await ownerOf('primeira@example.com')).toBe(id);
    await database.query(`update auth.users set email = 'segunda@example.com' where id = $1`, [id]);
    expect(await ownerOf('segunda@example.com')).toBe(id);
    expect(await ownerOf('primeira@example.com')).toBe(id);
  });

  it('follows a corrected e-mail', async () => {
    const person = await database.createUser({ role: 'student', email: 'certa@example.com' });
    await proves(person);
    await saveSupporter({ email: 'certa@example.com', tier: 'passinho' });
    await database.query(`update public.supporter_tiers set email = 'outra@example.com'`);
    expect(await ownerOf('outra@example.com')).toBeNull();
  });
});

describe('the import', () => {
  const importing = (rows: unknown[]) =>
    callAs<{ saved: number; failed: number }>(database, admin, 'import_supporters($1, $2::text::jsonb)', [
      randomUUID(),
      json(rows),
    ]);

  it('[D123] turns an amount into the highest tier not above it', async () => {
    const amounts = [0.5, 1, 9, 10, 25, 100];
    await importing(amounts.map((amount, at) => ({ email: `p${at}@example.com`, amount, active: true })));
    const rows = await database.query<{ email: string; tier: string }>(
      'select email, tier from public.supporter_tiers order by email',
    );
    expect(rows.map(({ email, tier }) => `${email[1]} ${tier}`)).toEqual([
      '1 passinho',
      '2 passinho',
      '3 giro_completo',
      '4 destaque_salao',
      '5 brilho_palco',
    ]);
  });

  it('[D124][D126][D127] keeps unknown e-mails without person, and leaves a line for the run and each row', async () => {
    expect(
      await importing([
        { email: 'a@example.com', tier: 'passinho', active: true },
        { email: 'quebrada', amount: 5, active: true },
        { email: 'c@example.com', amount: 63, active: false },
      ]),
    ).toMatchObject({ saved: 2, failed: 1 });
    expect(
      await database.query('select user_id, is_active from public.supporter_tiers order by email'),
    ).toEqual([
      { user_id: null, is_active: true },
      { user_id: null, is_active: false },
    ]);
    expect(
      await database.query(
        'select sync_type, email, status from public.support_sync_logs order by created_at',
      ),
    ).toEqual([
      { sync_type: 'import_row', email: 'a@example.com', status: 'success' },
      { sync_type: 'import_row', email: 'quebrada', status: 'error' },
      { sync_type: 'import_row', email: 'c@example.com', status: 'success' },
      { sync_type: 'import', email: null, status: 'partial' },
    ]);
  });

  it('survives malformed rows', async () => {
    expect(
      await importing([null, 'x', {}, { email: 7 }, { email: 'd@example.com', amount: 1 }]),
    ).toMatchObject({
      saved: 1,
      failed: 4,
    });
  });
});

describe('on phones', () => {
  const shown = (kind: string) =>
    database.query<{ id: string; data: Record<string, unknown> }>(
      `select id, data from public.content_items where kind = $1 and not _deleted order by sort_key, id`,
      [kind],
    );

  it('are all tiers, with the slots that are sold', async () => {
    await addSponsor('prata');
    const tiers = (await shown('tier')).map(({ data }) => data);
    expect(tiers.map(({ programme, tier }) => `${programme} ${tier}`)).toEqual([
      'sponsor bronze',
      'sponsor prata',
      'sponsor ouro',
      ...TIERS.map((tier) => `supporter ${tier}`),
    ]);
    expect(tiers[1]).toMatchObject({ name: 'Prata', amount: 350, slots: 3, sold: 1 });
    expect(tiers[5]).toMatchObject({ name: 'Apoiador', amount: 20, benefit: 'search_highlight' });
  });

  it('[T013] are active sponsors by tier, display_order and name', async () => {
    for (const [name, tier, order] of [
      ['Cê', 'bronze', 1],
      ['Bê', 'ouro', 9],
      ['Ávila', 'bronze', 2],
      ['Abacate', 'bronze', 2],
      ['Zê', 'bronze', 0],
    ] as const) {
      await saveSponsor({ id: randomUUID(), name, tier, display_order: order });
    }
    const rows = await shown('sponsor');
    expect(rows.map(({ data }) => data.name)).toEqual(['Bê', 'Zê', 'Cê', 'Abacate', 'Ávila']);
    await deactivate('sponsor', rows[0]?.id ?? '');
    expect((await shown('sponsor')).map(({ data }) => data.name)).not.toContain('Bê');
  });

  it('[T006][T052] are supporters, the highest tier first, without e-mail, and follow the profile', async () => {
    const person = await database.createUser({ role: 'teacher', email: 'zilda@example.com', name: 'Zilda' });
    await proves(person);
    await saveSupporter({ email: 'sem-conta@example.com', tier: 'passinho' });
    await saveSupporter({ email: 'turma@example.com', tier: 'passinho', display_name: 'Turma do Xote' });
    const { id } = await saveSupporter({ email: 'zilda@example.com', tier: 'brilho_palco' });
    const names = async () => (await shown('supporter')).map(({ data }) => data.name);
    expect(await names()).toEqual(['Zilda', 'Turma do Xote', null]);
    const [first] = await shown('supporter');
    expect(first?.data).toEqual({
      name: 'Zilda',
      image_url: null,
      tier: 'brilho_palco',
      teacher_id: person,
      since: expect.stringMatching(/^\d{4}-\d{2}$/),
    });
    expect(JSON.stringify(await shown('supporter'))).not.toContain('@');
    await database.query(`update public.user_profiles set name = 'Zilda Maria' where id = $1`, [person]);
    expect(await names()).toContain('Zilda Maria');
    await deactivate('supporter', id);
    expect(await names()).toEqual(['Turma do Xote', null]);
    await database.query('delete from public.supporter_tiers');
    expect(await names()).toEqual([]);
  });

  it('are no supporters of deleted accounts, and nothing of them is left', async () => {
    const person = await database.createUser({ role: 'teacher', email: 'foi@example.com', name: 'Já Foi' });
    await proves(person);
    await saveSupporter({ email: 'foi@example.com', tier: 'passinho', display_name: 'Nome Que Some' });
    await database.query('delete from auth.users where id = $1', [person]);
    expect(await shown('supporter')).toEqual([]);
    for (const table of ['content_items', 'supporter_tiers', 'support_sync_logs']) {
      const rows = await database.query(`select to_jsonb(t) as row from public.${table} t`);
      for (const word of ['Nome Que Some', 'Já Foi', 'foi@example.com']) {
        expect([table, JSON.stringify(rows).includes(word)]).toEqual([table, false]);
      }
    }
  });
});
