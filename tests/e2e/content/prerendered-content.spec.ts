import type { APIRequestContext } from '@playwright/test';
import { collectErrors, expectAccessible } from '../../support/browser';
import { BlogPages } from '../pages/blog-pages';
import {
  expectTakenOver,
  structuredData,
  prerenderedTest as test,
  typed,
  watchHeading,
} from '../support/prerendered';
import type { Product } from '../support/product';
import { expect } from '../support/test';

const PAGES = {
  '/cadastrar-professor': 'Ensine o que você dança',
  '/campanha': 'Ajude a dança a chegar mais longe',
  '/apoiadores': 'Apoiadores',
  '/patrocinadores': 'Patrocinadores',
  '/comunidade': 'Comunidade',
  '/comunidade/eventos': 'Agenda da dança',
  '/festivais-forro': 'Festivais de Forró',
  '/congressos-samba': 'Congressos de Samba',
  '/congressos-zouk': 'Congressos de Zouk',
  '/biblioteca-passos': 'Biblioteca de passos',
  '/blog': 'Blog do Danceflix',
} as const;
const FORRO = '/blog/forro-por-onde-comecar';
const DAY = 86_400_000;

const html = async (request: APIRequestContext, path: string) =>
  (await request.get(path, { headers: { accept: 'text/html' } })).text();

/** Titles of events that are not over `days` from now, in the order of the agenda. */
async function upcoming(product: Product, { days = 0, kind = '%', style = '%' } = {}): Promise<string[]> {
  const rows = await product.sql<{ title: string }>(
    `select e.title from public.events e
     where e.is_published and app.event_over_at(e.starts_at, e.ends_at) > now() + make_interval(days => $1)
       and e.kind like $2 and ($3 = '%' or exists (
         select from public.dance_styles s where s.id = any (e.dance_style_ids) and s.name like $3))
     order by e.starts_at, e.id`,
    days,
    kind,
    style,
  );
  return rows.map(({ title }) => title);
}

/** Every piece of text in a document of the editor. */
function textsOf(node: { text?: string; content?: unknown[] }): string[] {
  const own = node.text === undefined ? [] : [node.text];
  return [...own, ...(node.content ?? []).flatMap((child) => textsOf(child as typeof node))];
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('[B115][B116] the blog is readable: its list and every article to its last word, with data for search engines', async ({
    page,
    product,
    request,
    frame,
  }) => {
    await product.sql(
      `insert into public.blog_posts (title, slug, category_id, excerpt, body, author_name, status, published_at)
       select v.title, v.slug, p.category_id, p.excerpt, p.body, p.author_name, v.status, v.published_at
       from public.blog_posts p, (values
         ('Ainda um rascunho', 'rascunho', 'draft', null::timestamptz),
         ('Só no ano que vem', 'so-no-ano-que-vem', 'published', now() + interval '1 year')
       ) v (title, slug, status, published_at) where p.slug = 'forro-por-onde-comecar'`,
    );
    const posts = await product.sql<{ slug: string; title: string; excerpt: string; body: object }>(
      `select slug, title, excerpt, body from public.blog_posts
       where status = 'published' and published_at <= now() order by published_at desc`,
    );
    expect(posts.length).toBeGreaterThan(5);
    await page.goto('/blog');
    await expect(new BlogPages(page).cards.getByRole('heading')).toHaveText(posts.map(({ title }) => title));
    await expect(frame.header).toBeVisible();
    await expect(frame.footer).toBeVisible();
    const map = await (await request.get('/sitemap.xml')).text();
    for (const { slug, title, excerpt, body } of posts) {
      const path = `/blog/${slug}`;
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(page).toHaveTitle(`${title} · Danceflix`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', excerpt);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', product.url + path);
      const shown = (await page.locator('main article').first().textContent()) ?? '';
      for (const text of textsOf(body)) expect(shown, path).toContain(text);
      const [data] = typed(await structuredData(page), 'BlogPosting');
      expect(data?.mainEntityOfPage).toBe(product.url + path);
      expect((await request.get(String(data?.image))).headers()['content-type']).toMatch(/^image\//);
      expect(map).toMatch(
        new RegExp(`<loc>${product.url}${path}</loc><lastmod>20\\d\\d-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>`),
      );
    }
    for (const slug of ['rascunho', 'so-no-ano-que-vem']) {
      expect(map).not.toContain(slug);
      expect(await html(request, `/blog/${slug}`)).not.toContain('arrasta-pé');
    }
  });

  test('the programmes, the community and its agenda, and the steps are readable', async ({
    page,
    product,
    request,
  }) => {
    const names = async (kind: string) =>
      (
        await product.sql<{ name: string }>(
          `select data ->> 'name' as name from public.content_items
           where kind = $1 and not _deleted and data ->> 'name' is not null`,
          kind,
        )
      ).map(({ name }) => name);
    const map = await (await request.get('/sitemap.xml')).text();
    const main = page.getByRole('main');
    const open = async (path: keyof typeof PAGES) => {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(PAGES[path]);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', product.url + path);
      await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
      expect(map).toContain(`<loc>${product.url}${path}</loc>`);
    };
    const cards = main.locator('li').getByRole('heading', { level: 3 });

    await open('/cadastrar-professor');
    await page.getByText('Quem define o preço da aula?').click();
    await expect(page.getByText('O valor não aparece no perfil')).toBeVisible();
    await open('/campanha');
    await expect(page.getByRole('article', { name: 'Brilho de Palco' })).toContainText('R$ 63 por mês');
    await open('/apoiadores');
    for (const name of await names('supporter')) await expect(main).toContainText(name);
    await open('/patrocinadores');
    for (const name of await names('sponsor')) await expect(main).toContainText(name);

    await open('/comunidade');
    const events = await upcoming(product);
    await expect(main.getByRole('region', { name: 'Próximos eventos' }).locator('h3')).toHaveText(
      events.slice(0, 4),
    );
    const posts = await product.sql<{ body: string }>(
      `select data ->> 'text' as body from public.content_items
       where kind = 'post' and not _deleted order by sort_key, id limit 4`,
    );
    const mural = main.getByRole('region', { name: 'No Mural' }).getByRole('listitem');
    await expect(mural).toContainText(posts.map(({ body }) => body));
    await open('/comunidade/eventos');
    await expect(main.getByText(`${events.length} eventos pela frente`)).toBeVisible();
    expect((await cards.allTextContents()).sort()).toEqual([...events].sort());
    const told = typed(await structuredData(page), 'Event');
    expect(told.map(({ name }) => String(name)).sort()).toEqual([...events].sort());
    for (const { startDate, url } of told) {
      expect(startDate).toMatch(/^20\d\d-\d\d-\d\dT[\d:]{8}-03:00$/);
      expect(url).toContain(`${product.url}/comunidade/eventos/`);
    }
    await open('/festivais-forro');
    await expect(cards).toHaveText(await upcoming(product, { kind: 'festival', style: 'Forró%' }));
    await open('/congressos-samba');
    await expect(cards).toHaveText(await upcoming(product, { kind: 'congresso', style: 'Samba%' }));
    await open('/congressos-zouk');
    const zouk = await upcoming(product, { kind: 'congresso', style: 'Zouk%' });
    await expect(cards).toHaveText(zouk);
    expect(typed(await structuredData(page), 'Event')).toHaveLength(zouk.length);
    await open('/biblioteca-passos');
    const [steps] = await product.sql<{ n: number }>('select count(*)::int as n from public.dance_steps');
    await expect(main.getByRole('article')).toHaveCount((steps?.n ?? 0) + 61);
  });
});

test('the app takes over blog, programmes and community unchanged, and keeps open details open', {
  tag: '@full',
}, async ({ page }) => {
  const errors = collectErrors(page, [/net::ERR_INTERNET_DISCONNECTED/]);
  await watchHeading(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [...Object.keys(PAGES), FORRO]) {
      await page.goto(path);
      await expectTakenOver(page, errors, `${path} at ${width}`);
    }
  }
  // The article came with the page: it was not fetched, and is available offline all the same.
  const kept = () => page.evaluate(() => localStorage.getItem('danceflix_cache_articles') ?? '');
  await expect.poll(kept).toContain('Três ritmos, três conversas');

  // A prerendered page does not stand for the same address with a query.
  const blog = new BlogPages(page);
  await blog.open('?categoria=estilos');
  await expect(blog.cards).toHaveCount(3);
  await page.goto('/comunidade/eventos?evento=gafieira-da-lapa');
  await expect(blog.heading).toHaveText('Gafieira da Lapa');
  await page.goto('/biblioteca-passos?nivel=iniciante');
  await expect(page.getByRole('radio', { name: 'Iniciante' })).toBeChecked();
  expect(errors).toEqual([]);
});

test('a page rendered on another day is taken over unchanged, then shows the events of today', {
  tag: '@full',
}, async ({ page, product }) => {
  const errors = collectErrors(page);
  await watchHeading(page);
  const [before, after] = [await upcoming(product), await upcoming(product, { days: 20 })];
  expect(after.length).toBeLessThan(before.length);
  await page.clock.setSystemTime(Date.now() + 20 * DAY);
  for (const path of ['/comunidade', '/festivais-forro', '/comunidade/eventos']) {
    await page.goto(path);
    await expectTakenOver(page, errors, path);
  }
  await expect(page.getByText(`${after.length} eventos pela frente`)).toBeVisible();
  await expect(page.locator('main li h3').filter({ hasText: before[0] ?? '' })).toHaveCount(0);
});

test('a page follows its post: rewritten, withdrawn, back when its time has come; and an event until it is over', {
  tag: '@full',
}, async ({ page, product, request }) => {
  const status = async () => (await request.get(FORRO)).status();
  const post = (set: string) =>
    product.sql(`update public.blog_posts set ${set} where slug = 'forro-por-onde-comecar'`);
  expect(await status()).toBe(200);
  await post(
    `body = jsonb_set(body, '{content}', '[{"type":"paragraph","content":[{"type":"text","text":"Tudo novo por aqui."}]}]')`,
  );
  expect(await html(request, FORRO)).toContain('<p>Tudo novo por aqui.</p>');

  await post(`status = 'draft'`);
  expect(await status()).toBe(410);
  expect(await html(request, '/blog')).not.toContain(FORRO);
  expect(await html(request, '/sitemap.xml')).not.toContain(FORRO);
  await page.goto(FORRO);
  await expect(page.getByRole('heading', { level: 1, name: 'Artigo não encontrado' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

  // No row is written when the publishing time comes.
  await post(`status = 'published', published_at = now() + interval '3 seconds'`);
  expect(await status()).toBe(410);
  await expect.poll(status).toBe(200);
  expect(await html(request, '/sitemap.xml')).toContain(FORRO);

  const EVENT = 'baile-da-zabumba';
  const ends = (when: string) =>
    product.sql(
      `update public.events set starts_at = now() - interval '1 hour', ends_at = now() + interval '${when}'
       where slug = '${EVENT}'`,
    );
  await ends('1 hour');
  expect(await html(request, '/comunidade/eventos')).toContain(`/comunidade/eventos/${EVENT}`);
  await ends('2 seconds');
  await expect.poll(() => html(request, '/comunidade/eventos')).not.toContain(`/comunidade/eventos/${EVENT}`);
});

test('to save data no picture of the blog is loaded, from the first page on, until the person asks for it', {
  tag: '@full',
}, async ({ page, product, frame }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await product.sql(
    `update public.blog_posts set body = jsonb_set(body, '{content,0}', jsonb_build_object('type', 'image', 'attrs',
       jsonb_build_object('src', cover_url, 'alt', 'Uma roda de forró na praça')))
     where slug = 'forro-por-onde-comecar'`,
  );
  const blog = new BlogPages(page);
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/storage/')) pictures.push(request.url());
  });
  await blog.open();
  await expect.poll(() => pictures.length).toBeGreaterThan(0);

  await page.addInitScript(() => {
    Object.defineProperty(Object.getPrototypeOf(Reflect.get(navigator, 'connection')), 'saveData', {
      get: () => true,
    });
  });
  // Late requests of the previous page must not be counted.
  await page.goto('about:blank');
  pictures.length = 0;
  await blog.open();
  await expect(blog.cards.first()).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await page.goto('/patrocinadores');
  await expect(page.locator('main img')).toHaveCount(0);
  await page.goto(FORRO);
  const cover = page.getByRole('button', { name: 'Ver a foto: Uma sanfona aberta em tons de vinho e rosa' });
  const inside = page.getByRole('button', { name: 'Ver a foto: Uma roda de forró na praça' });
  await expect(cover).toBeVisible();
  await expect(inside).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  expect(pictures).toEqual([]);

  await cover.click();
  await expect(page.getByRole('img', { name: /^Uma sanfona aberta/ })).toBeVisible();
  await inside.click();
  await expect(page.getByRole('img', { name: 'Uma roda de forró na praça' })).toBeVisible();
  // One file in both places, which is asked for once.
  const drawn = () =>
    page
      .locator('main img')
      .evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 0).length);
  await expect.poll(drawn).toBe(2);
  await expect.poll(() => pictures.length).toBe(1);
});
