/** Addresses of teachers' pages: former ones lead on for ever, and nobody else gets them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { block } from '../lessons/mark-steps.ts';
import { callAs, refusal } from './account-steps.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const teacher = (name = 'Rita Souza') => database.createUser({ role: 'teacher', name });
const choose = (person: string | null, slug: unknown, id = randomUUID()) =>
  callAs<{ version: number; command_id: string }>(database, person, 'set_own_slug($1, $2::text::jsonb)', [
    id,
    JSON.stringify({ slug }),
  ]);
const leadsTo = (former: string, reader: string | null = null) =>
  callAs<string | null>(database, reader, 'teacher_address($1)', [former]);
const named = async (person: string) => {
  const [row] = await database.query<{ slug: string | null }>(
    'select slug from public.teachers where id = $1',
    [person],
  );
  return row?.slug;
};
const fromName = (person: string, name: string) =>
  database.as('service_role', null, (tx) =>
    tx.query('select public.update_teacher_slug(teacher_id => $1, teacher_name => $2)', [person, name]),
  );

describe('a chosen address', () => {
  // «excluída a conta, fica dele só um código irreversível, para que ninguém o receba.»
  it('[T014] replaces the present one, which leads to it, from one change to the next', async () => {
    const ana = await teacher();
    await fromName(ana, 'Ana Primeira');
    await choose(ana, 'ana-zouk');
    await choose(ana, 'ANA-forro');
    expect(await named(ana)).toBe('ana-forro');
    for (const former of ['ana-primeira', 'ana-zouk', 'ana-forro', 'Ana-Zouk'])
      expect(await leadsTo(former), former).toBe('ana-forro');
    expect(await leadsTo('nunca-existiu')).toBeNull();
    // Back to an own former one.
    await choose(ana, 'ana-primeira');
    expect(await leadsTo('ana-zouk')).toBe('ana-primeira');
  });

  it('arrives once, and with the version of the profile', async () => {
    const [ana, id] = [await teacher(), randomUUID()];
    const first = await choose(ana, 'uma-vez', id);
    expect(await choose(ana, 'uma-vez', id)).toEqual(first);
    const [row] = await database.query<{ version: string; count: number }>(
      `select v._xid::text as version, (select count(*)::int from app.teacher_addresses where teacher_id = $1) as count
       from public.profile_versions v where v.id = $1`,
      [ana],
    );
    expect(String(first.version)).toBe(row?.version);
    expect(await refusal(() => choose(ana, 'outra-coisa', id))).not.toBeNull();
    expect(await named(ana)).toBe('uma-vez');
  });

  it('stays when the name changes, until the team gives another', async () => {
    const ana = await teacher('Ana Antiga');
    await choose(ana, 'professora-ana-zouk');
    await database.query(`update public.user_profiles set name = 'Ana Nova' where id = $1`, [ana]);
    expect(await callAs(database, ana, 'update_teacher_slug($1, $2)', [ana, null])).toBe(
      'professora-ana-zouk',
    );
    await fromName(ana, 'Ana Nova');
    expect([await named(ana), await leadsTo('professora-ana-zouk')]).toEqual(['ana-nova', 'ana-nova']);
  });

  it.each([
    ['ab', 'slug_too_short'],
    ['', 'slug_too_short'],
    [null, 'slug_too_short'],
    ['joão', 'slug_malformed'],
    ['ana--zouk', 'slug_malformed'],
    ['-ana', 'slug_malformed'],
    ['ana/zouk', 'slug_malformed'],
    ['a'.repeat(61), 'slug_malformed'],
    ['0f0f0f0f-0000-4000-8000-000000000000', 'slug_malformed'],
    ['admin', 'slug_reserved'],
    ['Suporte', 'slug_reserved'],
    ['danceflix-oficial', 'slug_reserved'],
  ])('%j is refused: %s', async (slug, hint) => {
    const ana = await teacher();
    expect(await refusal(() => choose(ana, slug))).toMatchObject({ code: '22023', hint });
  });

  it('is a teacher’s own, and changes three times in thirty days', async () => {
    const student = await database.createUser({ role: 'student' });
    expect(await refusal(() => choose(student, 'bela-aluna'))).toMatchObject({ hint: 'not_a_teacher' });
    expect(await refusal(() => choose(null, 'bela-visita'))).toMatchObject({ code: '42501' });
    const ana = await teacher();
    for (const slug of ['um-nome', 'dois-nomes', 'tres-nomes']) await choose(ana, slug);
    expect(await refusal(() => choose(ana, 'quatro-nomes'))).toMatchObject({
      code: 'PT409',
      hint: 'slug_too_many',
    });
    // The same again is no change.
    await choose(ana, 'tres-nomes');
    await database.query(
      `update app.teacher_addresses set taken_at = now() - interval '31 days' where teacher_id = $1`,
      [ana],
    );
    await choose(ana, 'quatro-nomes');
  });
});

describe('somebody else', () => {
  it('gets neither a present nor a former address: by choice, by name, by the team or by SQL', async () => {
    const [ana, bia] = [await teacher(), await teacher()];
    await choose(ana, 'a-primeira');
    await choose(ana, 'a-segunda');
    expect(await refusal(() => choose(bia, 'a-segunda'))).toMatchObject({
      code: 'PT409',
      hint: 'slug_taken',
    });
    expect(await refusal(() => choose(bia, 'a-primeira'))).toMatchObject({
      code: 'PT409',
      hint: 'slug_retired',
    });
    await fromName(bia, 'A Primeira');
    expect(await named(bia)).toBe('a-primeira-2');
    const admin = await database.createUser({ role: 'admin' });
    const bySql = () =>
      database.as('authenticated', admin, (tx) =>
        tx.query(`update public.teachers set slug = 'a-primeira' where id = $1`, [bia]),
      );
    expect(await refusal(bySql)).toMatchObject({ hint: 'slug_retired' });
    expect(await leadsTo('a-primeira')).toBe('a-segunda');
  });

  it('[T014] does not get the address of a removed account either, which leads nowhere', async () => {
    const [ana, bia] = [await teacher(), await teacher()];
    await choose(ana, 'vai-embora');
    await choose(ana, 'foi-embora');
    await database.query('delete from auth.users where id = $1', [ana]);
    for (const slug of ['vai-embora', 'foi-embora']) {
      expect(await leadsTo(slug), slug).toBeNull();
      expect(await refusal(() => choose(bia, slug)), slug).toMatchObject({ hint: 'slug_retired' });
    }
    // Nothing of the name is kept.
    const rows = await database.query(`select a::text as row from app.teacher_addresses a`);
    expect(JSON.stringify(rows)).not.toMatch(/embora/);
  });

  it('who blocks the teacher, and everybody while the page is not shown, is led nowhere', async () => {
    const [ana, student] = [await teacher(), await database.createUser({ role: 'student' })];
    await choose(ana, 'mostra-se');
    await choose(ana, 'mostra-se-agora');
    await block(database, student, ana);
    expect(await leadsTo('mostra-se', student)).toBeNull();
    expect(await leadsTo('mostra-se', ana)).toBe('mostra-se-agora');
    await database.query('update public.teachers set is_paused = true where id = $1', [ana]);
    expect(await leadsTo('mostra-se')).toBeNull();
  });
});

describe('an address that shows nobody', () => {
  const why = (former: string, reader: string | null = null) =>
    callAs<string | null>(database, reader, 'teacher_absence($1)', [former]);

  it('[V9] says whether its teacher is away or has left, and nothing of one who was never approved', async () => {
    const ana = await teacher('Ana Ausente');
    await fromName(ana, 'Ana Ausente');
    for (const address of ['ana-ausente', ana]) expect(await why(address)).toBeNull();
    await database.query('update public.teachers set is_paused = true where id = $1', [ana]);
    for (const address of ['ana-ausente', 'Ana-Ausente', ana])
      expect(await why(address), address).toBe('away');
    await database.query('update public.teachers set is_paused = false, is_active = false where id = $1', [
      ana,
    ]);
    expect(await why('ana-ausente')).toBe('away');
    await database.query('update public.teachers set approved_at = null where id = $1', [ana]);
    expect(await why('ana-ausente')).toBeNull();
    await database.query('delete from auth.users where id = $1', [ana]);
    expect(await why('ana-ausente')).toBe('left');
    expect(await why('nunca-existiu')).toBeNull();
    expect(await why(randomUUID())).toBeNull();
  });
});
