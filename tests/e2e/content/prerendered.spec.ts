import { readFileSync } from 'node:fs';
import {
  CITIES_OF,
  CITY_NAMES,
  landingPath,
  STYLE_PATHS,
  styleName,
} from '../../../src/features/landing/places';
import { collectErrors } from '../../support/browser';
import { PRERENDERED } from '../../support/pages';
import {
  expectTakenOver,
  structuredData,
  prerenderedTest as test,
  typed,
  watchHeading,
} from '../support/prerendered';
import { expect } from '../support/test';

const FAQ = JSON.parse(readFileSync('src/features/faq/faq.json', 'utf8')) as {
  question: string;
  answer: string;
}[];

const OTHERS = ['/forro/salvador', '/teachers/marina-couto', '/search?utm_source=teste'];

const CONTENT = ['/aulas-particulares-de-danca', '/aprenda-a-dancar-com-professores-particulares'];

interface Seen {
  title: string;
  description: string;
  heading: string;
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('[B124][B125][B126][B128][B129][B130][B131][B132][B133][B134][B135][B136][B137][B138][B139][B140][B141][B142][B143][B144][B145][B146][B147][B148][B303][B304] every landing page has its own text and lists its own teachers', async ({
    page,
    product,
  }) => {
    const seen: Seen[] = [];
    const visit = async (path: string) => {
      expect((await page.goto(path))?.status(), path).toBe(200);
      const meta = (name: string) => page.locator(`meta[${name}]`).getAttribute('content');
      seen.push({
        title: await page.title(),
        description: (await meta('name="description"')) ?? '',
        heading: await page.getByRole('heading', { level: 1 }).innerText(),
      });
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', product.url + path);
      expect(await meta('property="og:url"')).toBe(product.url + path);
      expect(await meta('property="og:title"')).toBeTruthy();
      expect(await meta('name="twitter:image"')).toBe(`${product.url}/share.png`);
      const data = await structuredData(page);
      expect(typed(data, 'BreadcrumbList'), path).toHaveLength(1);
      expect(typed(data, 'ItemList'), path).toHaveLength(1);
    };
    for (const style of STYLE_PATHS)
      for (const city of CITIES_OF[style]) {
        await visit(landingPath(style, city));
        const listed = await product.sql<{ name: string }>(
          `select l.name from public.teacher_listings l
             join public.cities c on c.id = l.city_id and c.name = $1
             join public.dance_styles s on s.name = $2 and s.id = any (l.style_ids)
           where not l._deleted order by l.rank limit 12`,
          CITY_NAMES[city],
          styleName(style, city),
        );
        const names = listed.map(({ name }) => name);
        await expect(page.getByRole('article').getByRole('heading')).toHaveText(names);
        await expect(
          page.getByRole('button', { name: `Remover filtro ${styleName(style, city)}` }),
        ).toBeVisible();
        await expect(page.getByRole('button', { name: `Remover filtro ${CITY_NAMES[city]}` })).toBeVisible();
        expect(seen.at(-1)?.title).toContain(CITY_NAMES[city]);
      }
    for (const path of CONTENT) await visit(path);
    for (const part of ['title', 'description', 'heading'] as const)
      expect(new Set(seen.map((one) => one[part]).filter(Boolean)).size, part).toBe(23);
  });

  test('[B302][B305] home, search, questions, legal texts and teachers are readable, with data for search engines', async ({
    page,
    product,
    request,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('article')).toHaveCount(6);
    await expect(page.getByRole('region', { name: 'Sola Livre Calçados' })).toContainText('Patrocinado');
    const data = await structuredData(page);
    expect(typed(data, 'Organization')).toHaveLength(1);
    expect(JSON.stringify(typed(data, 'WebSite'))).toContain('SearchAction');
    const [faq] = typed(data, 'FAQPage');
    expect(faq?.mainEntity).toEqual(
      FAQ.slice(0, 4).map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    );
    const image = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
    const picture = await request.get(image);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);

    await page.goto('/search');
    await expect(page.getByRole('article')).toHaveCount(12);
    await expect(page.getByText('72 professores encontrados')).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${product.url}/search`);

    await page.goto('/duvidas');
    await page.locator('summary').first().click();
    await expect(page.getByText(/Cada professor define o próprio preço/)).toBeVisible();
    await page.goto('/privacy-policy');
    await expect(page.getByRole('heading', { name: 'Política de privacidade' })).toBeVisible();
    await page.goto('/terms-of-use');
    await expect(page.getByRole('heading', { name: 'Termos de uso' })).toBeVisible();
    await page.goto('/teachers/marina-couto');
    await expect(page.getByRole('heading', { name: 'Marina Couto' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sobre' })).toBeVisible();

    expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${product.url}/sitemap.xml`);
    const map = await (await request.get('/sitemap.xml')).text();
    for (const path of ['/', '/search', '/samba/rio-de-janeiro', '/teachers/marina-couto', ...CONTENT])
      expect(map).toContain(`<loc>${product.url}${path}</loc>`);
  });
});

test('the app takes over every prerendered page unchanged, then shows stored rows', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const errors = collectErrors(page);
  await watchHeading(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [...PRERENDERED, ...OTHERS]) {
      await page.goto(path);
      await expectTakenOver(page, errors, `${path} at ${width}`);
    }
  }
  // The replica has arrived, so the list is the stored one; the prerendered page does not stand for
  // an address with a query.
  await page.goto('/search?style=Zouk&city=S%C3%A3o%20Paulo');
  await expect(page.getByText(/^Atualizado /)).toBeVisible();
  const [{ count } = { count: 0 }] = await product.sql<{ count: number }>(
    `select count(*)::int as count from public.teacher_listings l join public.cities c on c.id = l.city_id
       join public.dance_styles s on s.id = any (l.style_ids)
     where not l._deleted and c.name = 'São Paulo' and s.name = 'Zouk'`,
  );
  await expect(page.getByText(`${count} professores encontrados`)).toBeVisible();
  expect(errors).toEqual([]);
});

test('a page follows its teacher: gone with the listing, back with it, and lists change too', async ({
  page,
  product,
  request,
}) => {
  const PATH = '/teachers/marina-couto';
  const html = async (path: string) => (await request.get(path, { headers: { accept: 'text/html' } })).text();
  const active = (is: boolean) =>
    product.sql(`update public.teachers set is_active = $1 where slug = 'marina-couto'`, is);
  expect((await request.get(PATH)).status()).toBe(200);
  expect(await html('/search')).toContain('72 professores encontrados');

  await active(false);
  expect((await request.get(PATH)).status()).toBe(410);
  expect(await html('/search')).toContain('71 professores encontrados');
  expect(await html('/sitemap.xml')).not.toContain('marina-couto');
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'Este perfil não existe ou não está ativo' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

  await active(true);
  expect((await request.get(PATH)).status()).toBe(200);
  expect(await html(PATH)).toContain('Marina Couto');
});
