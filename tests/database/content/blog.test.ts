/** The blog: who sees an article when, what a document may hold, and what phones are told. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { Phone } from '../support/phone.ts';

let database: TestDatabase;
let admin: string;
let category: string;
let phone: Phone;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin' });
  category = randomUUID();
  await database.query(
    `insert into public.blog_categories (id, name, slug, position) values ($1, 'Aprender', 'aprender', 3)`,
    [category],
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  phone = new Phone(database, 'pull_content');
  await phone.sync();
});

type Node = Record<string, unknown>;
const text = (words: string, marks?: Node[]): Node => ({
  type: 'text',
  text: words,
  ...(marks && { marks }),
});
const paragraph = (...content: Node[]): Node => ({ type: 'paragraph', content });
const doc = (...content: unknown[]): Node => ({ type: 'doc', content });
const link = (href: unknown) => doc(paragraph(text('aqui', [{ type: 'link', attrs: { href } }])));
const picture = (src: unknown) => doc({ type: 'image', attrs: { src, alt: '' } });

interface Draft {
  id?: string;
  slug?: string;
  status?: string;
  publishedAt?: string | null;
  cover?: string | null;
  body?: unknown;
}
/** Writes as an admin through the API would. */
async function write({ id = randomUUID(), ...draft }: Draft = {}): Promise<string> {
  await database.as('authenticated', admin, (tx) =>
    tx.query(
      `insert into public.blog_posts
         (id, title, slug, category_id, excerpt, cover_url, body, author_name, status, published_at)
       values ($1, 'Um título', $2, $3, 'Um resumo de teste', $4, $5::text::jsonb, 'Equipe', $6, $7)`,
      [
        id,
        draft.slug ?? `post-${id.slice(0, 8)}-x`,
        category,
        draft.cover ?? null,
        JSON.stringify(draft.body ?? doc(paragraph(text('Olá')))),
        draft.status ?? 'published',
        draft.publishedAt ?? null,
      ],
    ),
  );
  return id;
}
const change = (id: string, assignment: string) =>
  database.as('authenticated', admin, (tx) =>
    tx.query(`update public.blog_posts set ${assignment} where id = $1`, [id]),
  );
const read = async (slug: string) => {
  const [row] = await database.as('anon', null, (tx) =>
    tx.query<{ post: Node | null }>('select public.blog_post($1) as post', [slug]),
  );
  return row?.post ?? null;
};
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

describe('a post', () => {
  it('reaches phones when it is published, without its text, and is removed with it', async () => {
    const id = await write({ slug: 'primeiro', status: 'draft' });
    expect(await phone.sync()).toEqual([]);
    expect(await read('primeiro')).toBeNull();
    await change(id, `status = 'published'`);
    const [row] = await phone.sync();
    expect(row).toMatchObject({ id, kind: 'blog', slug: 'primeiro', _deleted: false });
    expect(row?.data).toEqual({
      title: 'Um título',
      excerpt: 'Um resumo de teste',
      cover_url: null,
      cover_alt: '',
      author_name: 'Equipe',
      published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      reading_minutes: 1,
      revision: expect.stringMatching(/^[0-9a-f]{16}$/),
      category: { name: 'Aprender', slug: 'aprender', position: 3 },
    });
    expect(await read('primeiro')).toEqual({
      ...(row?.data as Node),
      id,
      slug: 'primeiro',
      body: doc(paragraph(text('Olá'))),
    });
    await change(id, `status = 'draft'`);
    expect(await phone.sync()).toMatchObject([{ id, _deleted: true, data: null }]);
    expect(await read('primeiro')).toBeNull();
    await change(id, `status = 'published'`);
    await phone.sync();
    await database.as('authenticated', admin, (tx) =>
      tx.query('delete from public.blog_posts where id = $1', [id]),
    );
    expect(await phone.sync()).toMatchObject([{ id, _deleted: true }]);
  });

  it('published for a later time shows nothing before, and is listed by the first pull after it', async () => {
    const id = await write({ slug: 'depois', publishedAt: inAWeek() });
    expect(await phone.sync()).toEqual([]);
    expect(await read('depois')).toBeNull();
    // Moves the clock: the row must not need any other trigger.
    await database.transaction(async (tx) => {
      await tx.exec('alter table public.blog_posts disable trigger user');
      await tx.query(
        `update public.blog_posts set published_at = now() - interval '1 minute' where id = $1`,
        [id],
      );
      await tx.exec('alter table public.blog_posts enable trigger user');
    });
    expect(await read('depois')).toMatchObject({ id });
    await phone.sync();
    await phone.sync();
    expect(phone.rows.get(id)).toMatchObject({ slug: 'depois', _deleted: false });
    expect(await phone.sync()).toEqual([]);
    await change(id, `published_at = '${inAWeek()}'`);
    expect(await phone.sync()).toMatchObject([{ id, _deleted: true }]);
    expect(await read('depois')).toBeNull();
  });

  it('comes newest first', async () => {
    const old = await write({ publishedAt: '2026-01-01T12:00:00Z' });
    const young = await write({ publishedAt: '2026-02-01T12:00:00Z' });
    await phone.sync();
    const key = (id: string) => String(phone.rows.get(id)?.sort_key);
    expect(key(young) < key(old)).toBe(true);
  });

  it('is not sent again while nothing visible has changed, and is sent when its category is renamed', async () => {
    const id = await write();
    await phone.sync();
    await change(id, 'title = title');
    expect(await phone.sync()).toEqual([]);
    await database.query(`update public.blog_categories set name = 'Começar' where id = $1`, [category]);
    const rows = await phone.sync();
    expect(rows.find((row) => row.id === id)?.data).toMatchObject({ category: { name: 'Começar' } });
    await database.query(`update public.blog_categories set name = 'Aprender' where id = $1`, [category]);
    await phone.sync();
    const revision = () => (phone.rows.get(id)?.data as Node | undefined)?.revision;
    const before = revision();
    await database.as('authenticated', admin, (tx) =>
      tx.query('update public.blog_posts set body = $2::text::jsonb where id = $1', [
        id,
        JSON.stringify(doc(paragraph(text('Outro texto')))),
      ]),
    );
    await phone.sync();
    expect([before, revision()]).toEqual([expect.any(String), expect.not.stringMatching(String(before))]);
  });

  it('shows its reading time, at 200 words a minute', async () => {
    const words = (n: number) => Array.from({ length: n }, () => 'dança').join(' ');
    const id = await write({
      body: doc(paragraph(text(words(250)), text(` ${words(100)} `, [{ type: 'bold' }])), {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [paragraph(text(words(51)))] }],
      }),
    });
    await phone.sync();
    expect(phone.rows.get(id)?.data).toMatchObject({ reading_minutes: 3 });
  });

  it('keeps its category: one with posts is not deleted', async () => {
    await write();
    expect(
      await sqlState(() =>
        database.as('authenticated', admin, (tx) =>
          tx.query('delete from public.blog_categories where id = $1', [category]),
        ),
      ),
    ).toMatch(/^23/);
  });
});

describe('[D118] content is written by admins only', () => {
  it('admins add, change and remove it', async () => {
    const id = await write({ slug: 'de-admin' });
    const step = randomUUID();
    for (const statement of [
      `insert into public.blog_categories (name, slug) values ('De passagem', 'de-passagem')`,
      `update public.blog_categories set name = 'De saída' where slug = 'de-passagem'`,
      `delete from public.blog_categories where slug = 'de-passagem'`,
      `update public.blog_posts set title = 'Outro título' where id = '${id}'`,
      `delete from public.blog_posts where id = '${id}'`,
      `insert into public.dance_steps (id, name, dance_style_id, level, description)
       select '${step}', 'Passagem', id, 'iniciante', 'Um passo de passagem' from public.dance_styles where name = 'Zouk'`,
      `update public.dance_steps set position = 3 where id = '${step}'`,
      `delete from public.dance_steps where id = '${step}'`,
    ]) {
      const rows = await database.as('authenticated', admin, (tx) => tx.query(`${statement} returning 1`));
      expect([statement, rows.length]).toEqual([statement, 1]);
    }
  });

  it.each(['anon', 'student', 'teacher'] as const)('other people write nothing: %s', async (who) => {
    const id = await write();
    const user = who === 'anon' ? null : await database.createUser({ role: who });
    const role = who === 'anon' ? 'anon' : 'authenticated';
    for (const [table, columns, values] of [
      ['blog_posts', 'title, body', `'Meu', '{"type": "doc", "content": []}'`],
      ['blog_categories', 'name', `'Minha'`],
      ['dance_steps', 'name', `'Meu'`],
    ]) {
      for (const statement of [
        `insert into public.${table} (${columns}) values (${values})`,
        `update public.${table} set id = id where true`,
      ]) {
        expect(await sqlState(() => database.as(role, user, (tx) => tx.query(statement))), statement).toBe(
          '42501',
        );
      }
      const removed = async () =>
        (
          await database.as(role, user, (tx) =>
            tx.query(`delete from public.${table} where true returning 1`),
          )
        ).length;
      if (user === null) expect(await sqlState(removed)).toBe('42501');
      else expect(await removed()).toBe(0);
    }
    expect(await database.query('select 1 from public.blog_posts where id = $1', [id])).toHaveLength(1);
  });
});

describe('a document', () => {
  const PICTURE = '/storage/v1/object/public/blog-images/capas/forro-1.webp';

  it.each<[string, unknown]>([
    [
      'all that editors can write',
      doc(
        { type: 'heading', attrs: { level: 2, textAlign: null }, content: [text('Título')] },
        { type: 'heading', attrs: { level: 3 }, content: [] },
        paragraph(
          text('a', [{ type: 'bold' }, { type: 'italic' }]),
          { type: 'hardBreak' },
          text('b', [{ type: 'link', attrs: { href: 'https://danceflix.test/a?b=c#d', target: null } }]),
        ),
        { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('um'))] }] },
        {
          type: 'orderedList',
          attrs: { start: 1 },
          content: [{ type: 'listItem', content: [paragraph(text('dois'))] }],
        },
        { type: 'blockquote', content: [paragraph(text('três'))] },
        { type: 'image', attrs: { src: PICTURE, alt: 'Um casal', title: null } },
        { type: 'horizontalRule' },
        { type: 'paragraph' },
      ),
    ],
    ['an e-mail address', link('mailto:oi@danceflix.test')],
    ['an address of the site', link('/search?style=Forr%C3%B3')],
    ['the home page', link('/')],
    ['a place in the page', link('#fim')],
  ])('with %s is accepted', async (_, body) => {
    await write({ body });
  });

  const nested = (depth: number): Node =>
    depth === 0 ? paragraph(text('fundo')) : { type: 'blockquote', content: [nested(depth - 1)] };

  it.each<[string, unknown]>([
    ['HTML for a document', '<p>Olá</p>'],
    ['a list for a document', []],
    ['nothing in it', { type: 'doc' }],
    ['an unknown node', doc({ type: 'iframe', attrs: { src: 'https://evil.test' } })],
    ['a script', doc({ type: 'script', content: [text('alert(1)')] })],
    ['text without paragraph', doc(text('solto'))],
    ['a document in a document', doc(doc())],
    ['a heading of level 1', doc({ type: 'heading', attrs: { level: 1 }, content: [text('Título')] })],
    ['an unknown mark', doc(paragraph(text('a', [{ type: 'textStyle', attrs: { style: 'x' } }])))],
    ['an unknown part', doc({ ...paragraph(text('a')), dangerouslySetInnerHTML: { __html: '<b>' } })],
    ['a text without text', doc(paragraph({ type: 'text' }))],
    ['content below a rule', doc({ type: 'horizontalRule', content: [paragraph(text('a'))] })],
    ['more depth than anybody needs', doc(nested(14))],
    ['more text than anybody reads', doc(paragraph(text('a'.repeat(210_000))))],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'http://danceflix.test',
      '//evil.test/x',
      '/\\evil.test',
      '/\t/evil.test',
      'https://evil.test/"onmouseover="x',
      'https:evil.test',
      'caminho/relativo',
      '',
      7,
      null,
    ].map((href): [string, unknown] => [`the link ${JSON.stringify(href)}`, link(href)]),
    ...[
      'https://evil.test/a.png',
      '/storage/v1/object/public/profile-images/x.png',
      '/storage/v1/object/public/blog-images/../profile-images/x.png',
      '/storage/v1/object/public/blog-images//x.png',
      `${PICTURE}?x=1`,
      'data:image/png;base64,AAAA',
      null,
    ].map((src): [string, unknown] => [`the picture ${JSON.stringify(src)}`, picture(src)]),
  ])('with %s is refused', async (_, body) => {
    expect(await sqlState(() => write({ body }))).toBe('22023');
  });

  it('beside a foreign cover is refused', async () => {
    expect(await sqlState(() => write({ cover: 'https://evil.test/a.png' }))).toBe('22023');
    await write({ cover: PICTURE });
  });
});
