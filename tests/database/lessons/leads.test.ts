/** Leads: created by a command, held by their id, analysed once. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortlist } from '../../../supabase/functions/_shared/matching/shortlist.ts';
import { actAs, createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, complete, deleteAccount, refusal, STUDENT, signUp } from '../accounts/account-steps.ts';
import { block } from './mark-steps.ts';

let database: TestDatabase;
let student: string;
beforeAll(async () => {
  database = await createTestDatabase();
  student = await signUp(database, { role: 'student' });
  await complete(database, student, STUDENT);
});
afterAll(() => database.close());

const newLead = (part: object = {}) => ({
  id: randomUUID(),
  nome: 'Marina Alves',
  cidade: 'Vitória',
  estilo_danca: 'Forró',
  objetivos: 'Começar do zero',
  ...part,
});
type Lead = ReturnType<typeof newLead>;

interface Created {
  command_id: string;
  version: number;
  id: string;
  lead: Record<string, unknown>;
}
const create = (lead: object, person: string | null = null, command = randomUUID()) =>
  callAs<Created>(database, person, 'create_lead($1, $2::text::jsonb)', [command, JSON.stringify(lead)]);
const read = (id: string, person: string | null = null) =>
  callAs<Record<string, unknown> | null>(database, person, 'get_lead($1)', [id]);
const rowOf = async (id: string) => {
  const [row] = await database.query<Record<string, unknown>>(
    'select * from public.student_leads where id = $1',
    [id],
  );
  return row;
};
/** Calls as the edge function does. */
const asServer = <T>(call: string, params: unknown[]) =>
  database.as('service_role', null, async (tx) => {
    const [row] = await tx.query<{ answer: T }>(`select public.${call} as answer`, params);
    return row?.answer as T;
  });
const save = (id: string, analysis: unknown, teacher: string | null = null) =>
  asServer<Record<string, unknown> | null>('save_lead_analysis($1, $2::text::jsonb, $3)', [
    id,
    JSON.stringify(analysis),
    teacher,
  ]);
const claim = (id: string, address = '203.0.113.1', perAddress = 10, perDay = 100) =>
  asServer<string>('claim_lead_model($1, $2, $3, $4)', [id, address, perAddress, perDay]);
const match = (part: object = {}) => ({
  teacherId: randomUUID(),
  matchPercentage: 87,
  justification: 'Ensina Forró.',
  ...part,
});
const NOBODY = { cityMatch: null, brazilMatch: null };

describe('the table', () => {
  it('has what the specification names [B168]', async () => {
    const rows = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'student_leads'`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['id', 'nome', 'cidade', 'estilo_danca', 'objetivos'],
        ...['professor_encontrado', 'ai_analysis_data'],
      ]),
    );
  });
});

describe('sending a lead', () => {
  it('[T038] stores it for a visitor and answers with it', async () => {
    const lead = newLead();
    const command = randomUUID();
    const answer = await create(lead, null, command);
    expect(answer).toMatchObject({ command_id: command, version: 1, id: lead.id, lead });
    expect(await rowOf(lead.id)).toMatchObject({ ...lead, user_id: null, ai_analysis_data: null });
  });

  it('records the signed-in person, and shows that to no one', async () => {
    const lead = newLead();
    const answer = await create(lead, student);
    expect(await rowOf(lead.id)).toMatchObject({ user_id: student });
    expect(answer.lead).not.toHaveProperty('user_id');
  });

  it('counts once, however often it arrives', async () => {
    const [lead, command] = [newLead(), randomUUID()];
    const first = await create(lead, null, command);
    expect(await create(lead, null, command)).toEqual(first);
    expect(await refusal(() => create({ ...lead, nome: 'Outra' }, null, command))).toMatchObject({
      code: 'PT409',
    });
    expect(await refusal(() => create(lead, student, command))).toMatchObject({ code: 'PT409' });
    expect(await rowOf(lead.id)).toMatchObject({ nome: lead.nome, user_id: null });
  });

  it('never overwrites another with the same id', async () => {
    const lead = newLead();
    await create(lead);
    expect(await refusal(() => create({ ...lead, nome: 'Intrusa' }))).toMatchObject({ hint: 'lead_exists' });
    expect(await rowOf(lead.id)).toMatchObject({ nome: lead.nome });
  });

  it('needs no goals', async () => {
    const { objetivos: _, ...lead } = newLead();
    await create(lead);
    const blank = newLead({ objetivos: '   ' });
    await create(blank);
    expect([await rowOf(lead.id), await rowOf(blank.id)]).toMatchObject([
      { objetivos: null },
      { objetivos: null },
    ]);
  });

  it('leaves nothing personal in the log of commands', async () => {
    const lead = newLead({ nome: 'Nome Que Só Existe Aqui' });
    await create(lead);
    const found = await database.query(
      `select id from public.command_log l where strpos(l::text, 'Nome Que Só Existe Aqui') > 0`,
    );
    expect(found).toEqual([]);
  });

  it.each<[string, object | null]>([
    ['no name', { nome: undefined }],
    ['a blank name', { nome: '  ' }],
    ['a name of line breaks', { nome: '\n\t\n' }],
    ['a null name', { nome: null }],
    ['a name that is no text', { nome: { a: 1 } }],
    ['a name with control characters', { nome: 'Ana\u0007' }],
    ['a name that is too long', { nome: 'a'.repeat(121) }],
    ['no city', { cidade: '' }],
    ['no style', { estilo_danca: null }],
    ['goals that are too long', { objetivos: 'a'.repeat(1001) }],
    ['an id that is none', { id: 'abc' }],
    ['no id', { id: null }],
    ['no object', null],
  ])('is refused with %s', async (_, part) => {
    const lead = part === null ? [] : { ...newLead(), ...part };
    expect(await refusal(() => create(lead))).toMatchObject({ code: '22023', hint: 'invalid_value' });
  });

  it('is refused with far too much', async () => {
    const lead = { ...newLead(), extra: 'a'.repeat(30_000) };
    expect(await refusal(() => create(lead))).toMatchObject({ code: '22023', hint: 'too_long' });
  });

  it('never has a null or blank name, whoever writes it [B214]', async () => {
    const insert = (nome: string | null) =>
      sqlState(() =>
        database.query(
          'insert into public.student_leads (id, nome, cidade, estilo_danca) values (gen_random_uuid(), $1, $2, $3)',
          [nome, 'Vitória', 'Forró'],
        ),
      );
    expect([await insert(null), await insert(' '), await insert('Ana')]).toEqual(['23502', '23514', null]);
  });
});

describe('a lead belongs to whoever has its id', () => {
  it('is read by the procedure and in no other way', async () => {
    const lead = newLead();
    await create(lead);
    expect(await read(lead.id)).toMatchObject({
      ...lead,
      professor_encontrado: null,
      ai_analysis_data: null,
    });
    expect(await read(lead.id, student)).not.toHaveProperty('model_asked_at');
    expect(await read(randomUUID())).toBeNull();
    for (const role of ['anon', 'authenticated'] as const) {
      for (const statement of [
        'select * from public.student_leads',
        'delete from public.student_leads where true',
      ]) {
        const state = sqlState(() =>
          database.transaction(async (tx) => {
            const request = await actAs(tx, role, role === 'anon' ? null : student);
            await request.query(statement);
          }),
        );
        expect(await state).toBe('42501');
      }
    }
  });

  it('records its teacher by the procedure, and nothing else changes', async () => {
    const teacher = await database.createUser({ role: 'teacher', name: 'Professora Achada' });
    const lead = newLead();
    await create(lead, student);
    const before = await rowOf(lead.id);
    const set = (id: string, to: string, person: string | null = student) =>
      callAs(database, person, 'set_lead_teacher($1, $2)', [id, to]);
    expect(await set(lead.id, teacher)).toEqual({ id: lead.id, professor_encontrado: 'Professora Achada' });
    expect(await rowOf(lead.id)).toEqual({ ...before, professor_encontrado: 'Professora Achada' });
    expect(await refusal(() => set(randomUUID(), teacher))).toMatchObject({ hint: 'lead_unknown' });
    expect(await refusal(() => set(lead.id, student))).toMatchObject({ hint: 'teacher_unknown' });
    const hidden = await database.createUser({ role: 'teacher', isActive: false });
    expect(await refusal(() => set(lead.id, hidden))).toMatchObject({ hint: 'teacher_unknown' });
    const direct = () =>
      database.as('anon', null, (tx) =>
        tx.query(`update public.student_leads set professor_encontrado = 'Eu' where true`),
      );
    expect(await sqlState(direct)).toBe('42501');
  });

  it('of a person is readable by that person only, even with its id; a visitor’s by the holder of its id', async () => {
    const teacher = await database.createUser({ role: 'teacher', name: 'Professora Achada' });
    const other = await database.createUser({ role: 'student' });
    const [own, visitors] = [newLead(), newLead()];
    await create(own, student);
    await create(visitors, null);
    const set = (id: string, person: string | null) =>
      callAs(database, person, 'set_lead_teacher($1, $2)', [id, teacher]);
    for (const person of [null, other]) {
      expect(await read(own.id, person)).toBeNull();
      expect(await refusal(() => set(own.id, person))).toMatchObject({ hint: 'lead_unknown' });
      expect(await read(visitors.id, person)).toMatchObject({ id: visitors.id });
      await set(visitors.id, person);
    }
    expect((await rowOf(own.id))?.professor_encontrado).toBeNull();
    expect(await read(own.id, student)).toMatchObject({ id: own.id });
  });

  it('[T038] is deleted with its person', async () => {
    const leaving = await signUp(database, { role: 'student' });
    await complete(database, leaving, STUDENT);
    const lead = newLead();
    await create(lead, leaving);
    await deleteAccount(database, leaving);
    expect(await rowOf(lead.id)).toBeUndefined();
  });

  it('[T038] is deleted after a year when it is a visitor’s', async () => {
    const [old, recent, own] = [newLead(), newLead(), newLead()];
    await create(old);
    await create(recent);
    await create(own, student);
    const age = (id: string, days: number) =>
      database.query(
        'update public.student_leads set created_at = now() - make_interval(days => $2) where id = $1',
        [id, days],
      );
    await age(old.id, 367);
    await age(recent.id, 300);
    await age(own.id, 367);
    await database.query('select public.tidy_up()');
    expect([await rowOf(old.id), (await rowOf(recent.id))?.id, (await rowOf(own.id))?.id]).toEqual([
      ...[undefined, recent.id, own.id],
    ]);
  });

  it('has no owner while the account has no profile', async () => {
    const registering = await signUp(database, {});
    const lead = newLead();
    await create(lead, registering);
    expect(await rowOf(lead.id)).toMatchObject({ user_id: null });
  });
});

describe('the analysis', () => {
  it('is stored once: the first one is kept', async () => {
    const lead = newLead();
    await create(lead);
    const first = { cityMatch: match(), brazilMatch: null, source: 'scoring' };
    expect(await save(lead.id, first)).toEqual(first);
    expect(await save(lead.id, { cityMatch: null, brazilMatch: match() })).toEqual(first);
    expect((await read(lead.id))?.ai_analysis_data).toEqual(first);
    expect(await save(randomUUID(), first)).toBeNull();
  });

  it('names its teacher unless the lead has one already', async () => {
    const [first, second] = [
      await database.createUser({ role: 'teacher', name: 'Primeira Achada' }),
      await database.createUser({ role: 'teacher', name: 'Segunda Achada' }),
    ];
    const [fresh, led] = [newLead(), newLead()];
    await create(fresh);
    await create(led);
    await callAs(database, null, 'set_lead_teacher($1, $2)', [led.id, first]);
    await save(fresh.id, NOBODY, second);
    await save(led.id, NOBODY, second);
    expect([await rowOf(fresh.id), await rowOf(led.id)]).toMatchObject([
      { professor_encontrado: 'Segunda Achada' },
      { professor_encontrado: 'Primeira Achada' },
    ]);
  });

  it.each<[string, unknown]>([
    ['no object', []],
    ['no cityMatch', { brazilMatch: null }],
    ['a match of another shape', { ...NOBODY, cityMatch: 'ninguém' }],
    ['no teacher', { ...NOBODY, cityMatch: match({ teacherId: null }) }],
    ['a teacher’s id that is none', { ...NOBODY, cityMatch: match({ teacherId: 'x' }) }],
    ['101 per cent', { ...NOBODY, brazilMatch: match({ matchPercentage: 101 }) }],
    ['half a per cent', { ...NOBODY, brazilMatch: match({ matchPercentage: 0.5 }) }],
    ['a negative percentage', { ...NOBODY, brazilMatch: match({ matchPercentage: -1 }) }],
    ['an empty justification', { ...NOBODY, brazilMatch: match({ justification: '' }) }],
    ['far too much', { ...NOBODY, note: 'a'.repeat(30_000) }],
  ])('is refused with %s', async (_, analysis) => {
    const lead = newLead();
    await create(lead);
    expect(await sqlState(() => save(lead.id, analysis))).toBe('23514');
  });
});

describe('the model call of a lead', () => {
  const fresh = async () => {
    const lead = newLead();
    await create(lead);
    return lead.id;
  };

  it('is granted once', async () => {
    const id = await fresh();
    expect([await claim(id), await claim(id)]).toEqual(['granted', 'taken']);
    await save(id, NOBODY);
    expect([await claim(id), await claim(randomUUID())]).toEqual(['done', 'unknown']);
  });

  it('is granted a limited number of times to an address, and in a day', async () => {
    await database.query('delete from app.lead_model_calls');
    const from = async (address: string) => claim(await fresh(), address, 2, 3);
    expect([await from('a'), await from('a'), await from('a')]).toEqual(['granted', 'granted', 'capped']);
    expect([await from('b'), await from('b'), await from('c')]).toEqual(['granted', 'capped', 'capped']);
    await database.query('update app.lead_model_calls set day = day - 1');
    expect(await from('a')).toBe('granted');
  });

  it('is limited by household: all lines of one IPv6 customer together have twice an address’s share', async () => {
    await database.query('delete from app.lead_model_calls');
    const from = async (address: string) => claim(await fresh(), address, 2, 100);
    // Addresses of one line (an IPv6 /64) count together.
    expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:DB8:0:0::3')]).toEqual([
      ...['granted', 'granted', 'capped'],
    ]);
    expect([
      await from('2001:db8:0:1::1'),
      await from('2001:db8:0:2::1'),
      await from('2001:db8:0:3::1'),
    ]).toEqual([...['granted', 'granted', 'capped']]);
    expect(await from('2001:db8:1::1')).toBe('granted');
    expect(await from('203.0.113.9')).toBe('granted');
  });

  it('stores no address', async () => {
    await claim(await fresh(), '198.51.100.23');
    const kept = await database.query(
      `select 1 from app.lead_model_calls c where strpos(c::text, '198.51') > 0`,
    );
    expect(kept).toEqual([]);
  });
});

interface Material {
  lead: { city_id: string; style_id: string; year: number };
  candidates: {
    id: string;
    rank: string;
    city_id: string | null;
    style_ids: string[];
    rating_average: number | null;
    rating_count: number;
  }[];
}
const material = (id: string) => asServer<Material | null>('lead_candidates($1)', [id]);

describe('the candidates of a lead', () => {
  it('contain neither the asking person nor contacts of teachers', async () => {
    const lead: Lead = newLead({ nome: 'Nome Reservado', cidade: ' VITORIA ', estilo_danca: 'forro' });
    await create(lead);
    await database.createUser({
      role: 'teacher',
      name: 'Nome de Professora',
      cityId: await idOf('cities', 'Vitória'),
    });
    const found = await material(lead.id);
    expect(found?.lead).toMatchObject({
      city_id: await idOf('cities', 'Vitória'),
      style_id: await idOf('dance_styles', 'Forró'),
    });
    expect(found?.candidates.length).toBeGreaterThan(0);
    const keys = Object.keys(found?.candidates[0] ?? {});
    for (const key of ['name', 'whatsapp', 'instagram', 'email', 'profile_image_url'])
      expect(keys).not.toContain(key);
    expect(JSON.stringify(found?.lead)).not.toContain('Nome Reservado');
    expect(await material(randomUUID())).toBeNull();
  });

  it('leave out teachers whom the asking person has blocked, or who have blocked them', async () => {
    const cityId = await idOf('cities', 'Natal');
    const [blocked, blocking, other] = await Promise.all(
      ['Quem Foi Bloqueado', 'Quem Bloqueou', 'Quem Ensina'].map((name) =>
        database.createUser({ role: 'teacher', name, cityId }),
      ),
    );
    const lead = newLead({ cidade: 'Natal' });
    await create(lead, student);
    const inNatal = async (id: string) =>
      (await material(id))?.candidates.filter((one) => one.city_id === cityId).map((one) => one.id) ?? [];
    expect((await inNatal(lead.id)).sort()).toEqual([blocked, blocking, other].sort());

    await block(database, student, blocked ?? '');
    await block(database, blocking ?? '', student);
    expect(await inNatal(lead.id)).toEqual([other]);
    const visitors = newLead({ cidade: 'Natal' });
    await create(visitors);
    expect((await inNatal(visitors.id)).length).toBe(3);

    await block(database, student, blocked ?? '', { wanted: false });
    expect((await inNatal(lead.id)).sort()).toEqual([blocked, other].sort());
  });

  it('are those that the phone selects from the same listings', async () => {
    const cities = await Promise.all(['Vitória', 'São Paulo'].map((name) => idOf('cities', name)));
    const styles = await Promise.all(['Forró', 'Zouk'].map((name) => idOf('dance_styles', name)));
    const teacher = fc.record({
      city: fc.constantFrom(...cities, null),
      styles: fc.subarray(styles),
      stars: fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }),
    });
    const [sample] = fc.sample(fc.array(teacher, { minLength: 320, maxLength: 320 }), {
      numRuns: 1,
      seed: 4,
    });
    const ids = await database.createUsers(
      (sample ?? []).map(({ city, styles: styleIds, stars }) => ({
        role: 'teacher',
        name: `Professor ${String.fromCharCode(97 + (stars[0] ?? 0))}`,
        styleIds,
        ...(city === null ? {} : { cityId: city }),
      })),
    );
    await database.query(
      `insert into public.user_evaluation_stats (user_id, five_stars, four_stars, three_stars, two_stars, one_star)
       select (t ->> 0)::uuid, (t ->> 1)::int, (t ->> 2)::int, (t ->> 3)::int, (t ->> 4)::int, (t ->> 5)::int
       from jsonb_array_elements($1::text::jsonb) t`,
      [JSON.stringify(ids.map((id, at) => [id, ...(sample?.[at]?.stars ?? [])]))],
    );
    const listed = await database.query<Material['candidates'][number]>(
      `select id, rank, city_id, style_ids, rating_average::float as rating_average, rating_count
       from public.teacher_listings where not _deleted`,
    );
    for (const part of [
      {},
      { estilo_danca: 'Zouk' },
      { cidade: 'São Paulo' },
      { cidade: 'Atlântida', estilo_danca: 'Nado' },
    ]) {
      const lead = newLead(part);
      await create(lead);
      const found = await material(lead.id);
      const wanted = {
        cityId: found?.lead.city_id ?? null,
        styleId: found?.lead.style_id ?? null,
        cityName: lead.cidade,
        styleName: lead.estilo_danca,
        goals: null,
        year: 2026,
      };
      const chosen = shortlist(
        wanted,
        listed.map((row) => ({
          id: row.id,
          rank: row.rank,
          cityId: row.city_id,
          styleIds: row.style_ids,
          ratingAverage: row.rating_average,
          ratingCount: row.rating_count,
        })),
      );
      expect(found?.candidates.map(({ id }) => id).sort()).toEqual(chosen.map(({ id }) => id).sort());
      expect(chosen.length).toBeGreaterThanOrEqual(60);
      expect(chosen.length).toBeLessThan(listed.length);
    }
  });
});

async function idOf(table: 'cities' | 'dance_styles', name: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(`select id from public.${table} where name = $1`, [
    name,
  ]);
  if (!row) throw new Error(`no ${name}`);
  return row.id;
}
