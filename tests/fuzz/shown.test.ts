/**
 * People's texts with scripts in every field, stored through the real API and shown on the real
 * pages: nothing of them is more than text.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as entry from '../../src/app/prerender/entry.tsx';
import { readPublicRows } from '../../supabase/hosting/public-rows.ts';
import type { Renderer } from '../../supabase/hosting/renderer.ts';
import { sitemap } from '../../supabase/hosting/site-files.ts';
import { PageTemplate } from '../../supabase/hosting/template.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases, isLong, seed } from './support/cases.ts';
import { SCRIPTS, scriptText, wellFormed } from './support/hostile.ts';
import { holesIn } from './support/markup.ts';
import { createWorld, type World } from './support/world.ts';

const SHELL = `<!doctype html><html><head><title>x</title><script type="module" src="/assets/app.js"></script></head>
<body><div id="root"><div>…</div></div><noscript>x</noscript></body></html>`;

/** Loaded as the server loads the built renderer. */
const { prerenderPages, renderPage, sourceOf } = entry as unknown as Renderer;

let world: World;
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
});
afterAll(() => world?.close());

/** Makes a generator of texts, each different. */
function texts(more: number): (longest?: number, shortest?: number) => string {
  const drawn = [...SCRIPTS, ...fc.sample(scriptText, { numRuns: more, seed })];
  let at = 0;
  return (longest = 200, shortest = 12) => {
    const found = wellFormed((drawn[at++ % drawn.length] ?? '').replaceAll('\u0000', ''));
    return found.slice(0, longest).trim().padEnd(shortest, '.');
  };
}

async function insert(as: 'admin' | 'server', table: string, row: Record<string, unknown>): Promise<number> {
  const headers = { prefer: 'return=minimal' };
  const { status } = await world.ask({
    as,
    method: 'POST',
    path: `/rest/v1/${table}`,
    body: JSON.stringify(row),
    headers,
  });
  return status;
}

const call = (as: 'student' | 'addressed teacher' | 'admin' | 'visitor', name: string, given: object) =>
  world
    .ask({ as, method: 'POST', path: `/rest/v1/rpc/${name}`, body: JSON.stringify(given) })
    .then(({ status }) => status);

/** Writes once into every field that others read. Returns the statuses by way of writing. */
async function writeEverywhere(text: ReturnType<typeof texts>): Promise<Record<string, number>> {
  const [city] = await world.database.query<{ id: string }>(
    `select id from public.cities where name = 'Vitória'`,
  );
  const [style] = await world.database.query<{ id: string }>(
    `select id from public.dance_styles where name = 'Forró'`,
  );
  const tail = randomUUID();
  const link = { type: 'link', attrs: { href: text() } };
  const body = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: text() }] },
      { type: 'paragraph', content: [{ type: 'text', text: text(), marks: [{ type: 'bold' }] }] },
    ],
  };
  const linked = {
    ...body,
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }],
  };
  const article = (of: object) => ({
    title: text(140),
    slug: `artigo-${tail}`,
    category_id: '10000000-0000-4000-8000-0000000000c1',
    excerpt: text(300),
    author_name: text(80),
    cover_alt: text(),
    status: 'published',
    published_at: '2026-01-01T00:00:00Z',
    body: of,
  });
  const profile = (changes: object) => ({ command_id: randomUUID(), changes });
  return {
    'a dangerous link in an article': await insert('admin', 'blog_posts', article(linked)),
    'an article': await insert('admin', 'blog_posts', article(body)),
    'an event': await insert('admin', 'events', {
      ...{ title: text(120), venue: text(), description: text(), organiser: text(120), price: text(80) },
      ...{ kind: 'baile', city_id: city?.id, starts_at: '2099-01-01T22:00:00-03:00', is_published: true },
    }),
    'an event’s dangerous address': await insert('admin', 'events', {
      ...{ title: text(120), kind: 'baile', city_id: city?.id, url: text() },
      ...{ starts_at: '2099-01-02T22:00:00-03:00', is_published: true },
    }),
    'a step': await insert('admin', 'dance_steps', {
      ...{
        name: text(80),
        description: text(),
        dance_style_id: style?.id,
        level: 'iniciante',
        is_published: true,
      },
    }),
    'a sponsor': await insert('admin', 'sponsors', { name: text(80), tier: 'ouro', tagline: text(160) }),
    'a supporter': await insert('server', 'supporter_tiers', {
      ...{ email: `${tail}@example.com`, tier: 'brilho_palco', amount: 63, user_id: null },
    }),
    'a city': await insert('admin', 'cities', { name: text(80) }),
    'a teacher’s name': await call('addressed teacher', 'update_profile', profile({ name: text(100) })),
    'a teacher’s words': await call(
      'addressed teacher',
      'update_profile',
      profile({ bio: text(), experience: text(), neighborhood: text(100) }),
    ),
    'a teacher’s dangerous picture': await call(
      'addressed teacher',
      'update_profile',
      profile({ profile_image_url: text() }),
    ),
    'a teacher’s dangerous handle': await call(
      'addressed teacher',
      'update_profile',
      profile({ instagram: text() }),
    ),
    'a student’s words': await call(
      'student',
      'update_profile',
      profile({ name: text(100), bio: text(), is_public: true }),
    ),
    'a post': await call('student', 'create_post', {
      command_id: randomUUID(),
      post: { id: randomUUID(), text: text() },
    }),
    'a lead': await call('visitor', 'create_lead', {
      command_id: randomUUID(),
      lead: {
        id: randomUUID(),
        nome: text(100),
        cidade: text(70),
        estilo_danca: text(70),
        objetivos: text(),
      },
    }),
  };
}

const MOST_ROUNDS = 40;
const SHARE = 90;
const FIELDS = 30;
/** Pages with most of the written texts; the long run renders every page. */
const WRITTEN = /^\/(teachers\/|blog|comunidade|biblioteca-passos|apoiadores|patrocinadores|search)/;

describe('a stored script', () => {
  it('is plain text on every rendered page, in its data, and in the sitemap', async () => {
    const rounds = Math.min(MOST_ROUNDS, Math.ceil(cases(SHARE).numRuns / FIELDS));
    const text = texts(rounds * FIELDS);
    const stored = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      for (const [way, status] of Object.entries(await writeEverywhere(text))) {
        expect([way, status >= 500]).toEqual([way, false]);
        if (status < 300) stored.set(way, (stored.get(way) ?? 0) + 1);
      }
    }
    // Free texts were stored, and must then be shown harmlessly; the rest was refused.
    expect(Object.fromEntries([...stored].filter(([way]) => way.includes('dangerous')))).toEqual({});
    for (const way of ['an article', 'an event', 'a step', 'a sponsor', 'a teacher’s words', 'a lead'])
      expect([way, stored.get(way) ?? 0]).not.toEqual([way, 0]);

    const rows = await readPublicRows(world.server.url, world.server.publishableKey);
    const source = sourceOf(rows, Date.parse('2026-12-01T12:00:00Z'));
    const template = new PageTemplate(SHELL, {}, []);
    const pages = prerenderPages(rows);
    const holes: string[] = [];
    let shown = '';
    for (const { path } of pages.filter((page) => isLong || page.path === '/' || WRITTEN.test(page.path))) {
      const html = template.fill(await renderPage(path, source));
      // The shell's own script, which loads the app.
      const own = html.replace(/<script type="module" src="[^"<>]*"><\/script>/, '');
      holes.push(...holesIn(own).map((hole) => `${path}: ${hole}`));
      shown += html;
    }
    expect(holes.slice(0, 10)).toEqual([]);
    // The texts are there, as plain text.
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown).toContain('\\u003cscript>alert(1)\\u003c/script>');

    const map = sitemap('https://danceflix.test', pages);
    const body = map.slice(map.indexOf('<urlset'));
    for (const [tag] of body.matchAll(/<[^>]*>?/g))
      expect(tag).toMatch(/^<(\/?(url|loc|lastmod|urlset)|urlset xmlns="[^"]+")>$/);
    for (const [, address = ''] of body.matchAll(/<loc>([^<]*)<\/loc>/g))
      expect(new URL(address.replaceAll('&amp;', '&')).origin).toBe('https://danceflix.test');
  }, 600_000);
});
