import { collectErrors, expectAccessible, readyForOffline } from '../../support/browser';
import {
  expectTakenOver,
  structuredData,
  prerenderedTest as test,
  typed,
  watchHeading,
} from '../support/prerendered';
import { shoot } from '../support/shoot';
import { expect } from '../support/test';

const BOLERO = '/aulas/bolero/sao-paulo';
/** One teacher. */
const SALSA = '/aulas/salsa/curitiba';
/** A style and a city that exist, and nobody who teaches it there. */
const TANGO = '/aulas/tango/garopaba';

test('a style taught in a city has a page of its own, drawn, linked, followed and open without a connection', {
  tag: '@worker',
}, async ({ page, context, product, request }) => {
  const get = (path: string) => request.get(path, { headers: { accept: 'text/html' }, maxRedirects: 0 });
  /** Which of the texts the page's HTML has. */
  const found = async (path: string, ...texts: string[]) => {
    const html = await (await get(path)).text();
    return texts.filter((text) => html.includes(text));
  };
  const expectHas = async (path: string, ...texts: string[]) =>
    expect(await found(path, ...texts), path).toEqual(texts);
  const expectLacks = async (path: string, ...texts: string[]) =>
    expect(await found(path, ...texts), path).toEqual([]);
  const teachers = await product.sql<{ name: string }>(
    `select l.name from public.teacher_listings l join public.cities c on c.id = l.city_id and c.name = 'São Paulo'
       join public.dance_styles s on s.name = 'Bolero' and s.id = any (l.style_ids)
     where not l._deleted order by l.rank`,
  );
  expect(teachers).toHaveLength(4);

  // As the server draws them.
  await expectHas(
    BOLERO,
    '>Bolero em São Paulo: 4 professores particulares</h1>',
    '<title>Aulas particulares de Bolero em São Paulo · Danceflix</title>',
    `<link rel="canonical" href="${product.url}${BOLERO}" />`,
    ...teachers.map(({ name }) => name),
  );
  await expectLacks(BOLERO, 'noindex');
  await expectLacks(SALSA, 'noindex');
  expect((await get(TANGO)).status()).toBe(404);
  expect((await get('/aulas/nada/lugar-nenhum')).status()).toBe(404);
  for (const [from, to] of [
    ['/aulas/forro/sao-paulo?utm_source=x', '/forro/sao-paulo?utm_source=x'],
    ['/Aulas/Bolero/Sao-Paulo/', BOLERO],
  ] as const) {
    const answer = await get(from);
    expect([answer.status(), answer.headers().location], from).toEqual([301, to]);
  }
  const listed = (path: string) => `<loc>${product.url}${path}</loc>`;
  await expectHas('/sitemap.xml', listed(BOLERO), listed(SALSA), listed('/aulas'));
  await expectLacks('/sitemap.xml', listed(TANGO));
  await expectHas('/', `href="${BOLERO}"`, 'href="/aulas#sao-paulo"');
  await expectHas('/aulas', 'aria-label="Forró em São Paulo, 28 professores"');

  // In the browser.
  const errors = collectErrors(page, [/404/, /net::ERR_(INTERNET_DISCONNECTED|FAILED)/]);
  await watchHeading(page);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of ['/', '/aulas', BOLERO]) {
    await page.goto(path);
    await expectTakenOver(page, errors, path);
    await expectAccessible(page);
    await shoot(page, `style-city${path.replaceAll('/', '-')}`);
  }
  const data = await structuredData(page);
  expect(typed(data, 'ItemList')).toHaveLength(1);
  expect(typed(data, 'BreadcrumbList')).toHaveLength(1);
  await readyForOffline(page);
  await expect(page.getByText(/^Atualizado /)).toBeVisible();

  // The page follows its teachers, on the server and on the phone.
  await product.sql(
    `update public.teachers set is_active = false where id in (
       select l.id from public.teacher_listings l where l.name = any ($1))`,
    teachers.slice(0, 2).map(({ name }) => name),
  );
  await expectLacks('/', `href="${BOLERO}"`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Bolero em São Paulo: 2 professores particulares');
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);

  await context.setOffline(true);
  await page.goto(SALSA);
  await expect(heading).toHaveText('Salsa em Curitiba: 1 professor particular');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto(TANGO);
  await expect(heading).toHaveText('Ainda não há professor de Tango em Garopaba');
  await expectAccessible(page);
  await shoot(page, 'style-city-nobody');
  await page.goto('/aulas');
  await page.getByRole('link', { name: /^Forró em São Paulo, \d+ professores$/ }).click();
  await expect(page).toHaveURL('/forro/sao-paulo');
  await page.goto('/aulas/nada/lugar-nenhum');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  expect(errors).toEqual([]);
});
