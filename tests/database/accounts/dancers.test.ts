/**
 * Dancers: the public part of students who switched their page on disappears when they switch it
 * off.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { Phone } from '../support/phone.ts';
import { callAs, idOf, register, STUDENT } from './account-steps.ts';

let database: TestDatabase;
let me: string;
let zouk: string;
let city: string;

beforeAll(async () => {
  database = await createTestDatabase();
  zouk = await idOf(database, 'dance_styles', 'Zouk');
  city = await idOf(database, 'cities', 'Vitória');
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await register(database, { ...STUDENT, name: 'Zuleica Ávila' });
  await update({ whatsapp: '+5527900004321', bio: 'Danço para desligar.', interests: ['bailes'] });
  return () => database.query('delete from auth.users where id = $1', [me]).then(() => undefined);
});

const update = (changes: unknown) =>
  callAs(database, me, 'update_profile($1, $2::text::jsonb)', [randomUUID(), JSON.stringify(changes)]);

interface Item {
  id: string;
  slug: string;
  sort_key: string;
  data: Record<string, unknown>;
}
/** The items as visitors read them. */
const shown = (): Promise<Item[]> =>
  database.as('anon', null, (tx) =>
    tx.query<Item>(
      `select id, slug, sort_key, data from public.content_items where kind = 'dancer' and id = $1`,
      [me],
    ),
  );

describe('a student who shows the page', () => {
  it('is unknown to visitors before', async () => {
    expect(await shown()).toEqual([]);
    const phone = new Phone(database, 'pull_content');
    await phone.sync();
    expect(JSON.stringify([...phone.rows.values()])).not.toContain('Zuleica');
  });

  // «A senha nunca é mostrada, e o e-mail nunca é público.»
  it('[T052] is shown with what was written, never with e-mail or number', async () => {
    await update({ is_public: true, city_id: city, style_ids: [zouk], dancing_since: 2019 });
    const [item] = await shown();
    expect(item).toMatchObject({ id: me, slug: 'zuleica-avila', sort_key: 'zuleica avila' });
    expect(item?.data).toEqual({
      name: 'Zuleica Ávila',
      image_url: null,
      city_id: city,
      style_ids: [zouk],
      bio: 'Danço para desligar.',
      interests: ['bailes'],
      dancing_since: 2019,
      extra: null,
    });
  });

  it('is updated with every change', async () => {
    await update({ is_public: true });
    await update({ name: 'Zuleica Bandeira', style_ids: [zouk] });
    const [item] = await shown();
    expect(item).toMatchObject({
      slug: 'zuleica-avila',
      sort_key: 'zuleica bandeira',
      data: { name: 'Zuleica Bandeira', style_ids: [zouk] },
    });
    await update({ style_ids: [], bio: null });
    expect((await shown())[0]?.data).toMatchObject({ style_ids: [], bio: null });
  });

  // «Dados de alunos só são públicos se eles mesmos abrirem sua página, publicarem algo ou apoiarem o projeto.»
  // «Só é pública se você abrir sua página, e então mostra também nome, foto, cidade e estilos.»
  it('[T053] leaves phones when the page is switched off, and comes back under the same address', async () => {
    await update({ is_public: true });
    const phone = new Phone(database, 'pull_content');
    await phone.sync();
    expect(phone.live()).toContain(me);
    await update({ is_public: false });
    expect(await shown()).toEqual([]);
    const arrived = await phone.sync();
    expect(arrived).toMatchObject([{ id: me, _deleted: true, slug: null, data: null }]);
    await update({ is_public: true });
    await phone.sync();
    expect(phone.live()).toContain(me);
    expect((await shown())[0]?.slug).toBe('zuleica-avila');
  });

  it('leaves phones with the account', async () => {
    await update({ is_public: true });
    const phone = new Phone(database, 'pull_content');
    await phone.sync();
    await database.query('delete from auth.users where id = $1', [me]);
    const arrived = await phone.sync();
    expect(arrived).toMatchObject([{ id: me, _deleted: true, slug: null, data: null }]);
    const [row] = await database.query<{ text: string }>(
      'select c::text as text from public.content_items c where id = $1',
      [me],
    );
    expect(row?.text).not.toContain('leica');
  });

  it('causes no download on phones while nothing visible changes', async () => {
    await update({ is_public: true });
    const phone = new Phone(database, 'pull_content');
    await phone.sync();
    await update({ whatsapp: '+5527900009999' });
    await update({ bio: 'Danço para desligar.' });
    expect(await phone.sync()).toEqual([]);
  });

  it('can be written by the student only', async () => {
    const insert = (role: 'anon' | 'authenticated', id: string | null) =>
      database.as(role, id, (tx) =>
        tx.query(
          `insert into public.content_items (id, kind, sort_key, data) values ($1, 'dancer', 'x', '{"name": "Falsa"}')`,
          [me],
        ),
      );
    await expect(insert('anon', null)).rejects.toThrow(/permission denied/);
    await expect(insert('authenticated', me)).rejects.toThrow(/permission denied/);
    expect(await shown()).toEqual([]);
  });

  it('is part of the student’s data export', async () => {
    await update({ is_public: true });
    expect(await callAs(database, me, 'my_data()')).toMatchObject({
      student: { is_public: true, bio: 'Danço para desligar.', slug: 'zuleica-avila' },
      public_content: [{ kind: 'dancer', data: { name: 'Zuleica Ávila' } }],
    });
  });
});

describe('extra sections', () => {
  const support = (tier: string, active: boolean) =>
    database.query(
      `insert into public.supporter_tiers as s (user_id, email, tier, amount, is_active)
       values ($1, $4, $2, 10, $3)
       on conflict (email) do update set tier = excluded.tier, is_active = excluded.is_active`,
      [me, tier, active, `${me}@example.com`],
    );

  it('are public while the benefit lasts, and are not lost with it', async () => {
    await update({ is_public: true });
    await support('giro_completo', true);
    await update({ experience: 'Comecei num casamento.', instagram: 'zuleica.danca' });
    const extra = { story: 'Comecei num casamento.', favourite_songs: null, instagram: 'zuleica.danca' };
    expect((await shown())[0]?.data).toMatchObject({ extra });
    await support('giro_completo', false);
    expect((await shown())[0]?.data).toMatchObject({ extra: null });
    await support('brilho_palco', true);
    expect((await shown())[0]?.data).toMatchObject({ extra });
    await support('passinho', true);
    expect((await shown())[0]?.data).toMatchObject({ extra: null });
  });
});
