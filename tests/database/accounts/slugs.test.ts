import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function slug(
  teacher: string,
  name: string | null,
  as: string | null = null,
): Promise<string | undefined> {
  const rows = await database.as(as === null ? 'service_role' : 'authenticated', as, (tx) =>
    tx.query<{ slug: string }>(
      'select public.update_teacher_slug(teacher_id => $1, teacher_name => $2) as slug',
      [teacher, name],
    ),
  );
  return rows[0]?.slug;
}
const teacher = () => database.createUser({ role: 'teacher' });

describe('update_teacher_slug', () => {
  it.each([
    ["João Müller D'Ávila", 'joao-muller-d-avila'],
    ['  Çağla   ÑANDÚ  ', 'cagla-nandu'],
    ['Łukasz & Zoë', 'ukasz-zoe'],
    ['🕺', 'professor'],
    ['0F0F0F0F-0000-4000-8000-000000000000', 'professor-0f0f0f0f-0000-4000-8000-000000000000'],
    ['a'.repeat(100), 'a'.repeat(60)],
  ])('makes the slug %s', async (name, expected) => {
    const id = await teacher();
    expect(await slug(id, name)).toBe(expected);
    expect(await database.query('select slug from public.teacher_listings where id = $1', [id])).toEqual([
      { slug: expected },
    ]);
  });

  it('takes the first free number for the same name', async () => {
    const ids = [await teacher(), await teacher(), await teacher()];
    const slugs = [];
    for (const id of ids) slugs.push(await slug(id, 'Mesmo Nome'));
    expect(slugs).toEqual(['mesmo-nome', 'mesmo-nome-2', 'mesmo-nome-3']);
    expect(await slug(await teacher(), 'Mesmo Nome 2')).toBe('mesmo-nome-2-2');
  });

  it('is stable: the slug stays when repeated, or with other accents and case', async () => {
    const [first, second] = [await teacher(), await teacher()];
    await slug(first, 'Estável Nome');
    await slug(second, 'Estável Nome');
    await slug(first, 'Outro Nome Agora');
    expect(await slug(second, 'Estável Nome')).toBe('estavel-nome-2');
    expect(await slug(second, 'ESTAVEL  nome')).toBe('estavel-nome-2');
    expect(await slug(second, 'Nome Novo Mesmo')).toBe('nome-novo-mesmo');
  });

  it('is for the teacher, admins and the server', async () => {
    const [id, other, admin] = [
      await teacher(),
      await teacher(),
      await database.createUser({ role: 'admin' }),
    ];
    expect(await sqlState(() => slug(id, 'Nome', other))).toBe('42501');
    expect(await slug(id, 'Nome', id)).toBeTruthy();
    expect(
      await sqlState(() =>
        database.as('anon', null, (tx) => tx.query('select public.update_teacher_slug($1, $2)', [id, 'x'])),
      ),
    ).toBe('42501');
    expect(await slug(id, 'Pelo Admin', admin)).toBe('pelo-admin');
    expect(await slug(id, 'Pelo Servidor', null)).toBe('pelo-servidor');
  });

  it('uses the stored name, whatever name a teacher sends', async () => {
    const id = await database.createUser({ role: 'teacher', name: 'Célia Própria' });
    for (const sent of ['Anitta', 'Célia Própria', '', null]) {
      expect(await slug(id, sent, id)).toBe('celia-propria');
    }
    await database.as('authenticated', id, (tx) =>
      tx.query(`update public.user_profiles set name = 'Célia Renomeada' where id = $1`, [id]),
    );
    expect(await slug(id, 'Anitta', id)).toBe('celia-renomeada');
  });

  it('refuses ids without a teacher, and endless names', async () => {
    const id = await teacher();
    expect(await sqlState(() => slug(randomUUID(), 'Ninguém', null))).toBe('PT404');
    expect(await sqlState(() => slug(id, 'a'.repeat(201), id))).toBe('22023');
    expect(await slug(id, null)).toMatch(/^professor(-[0-9]+)?$/);
  });
});
