/**
 * A product with nobody in it, as an operator starts one: every page that a visitor, a new student, a new teacher and
 * the team open, with and without a connection, says what is true.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { KINDS, type Kind, linesOf } from '../../claims/quotes';
import { untrueWith } from '../../claims/untrue';
import { expectAccessible, hasSearchRecord, readyForOffline } from '../../support/browser';
import { TEST_LIMIT } from '../../support/limits';
import { ADMIN_PAGES, pagesFor } from '../../support/pages';
import { AccountPages } from '../pages/account-pages';
import { AdminPages } from '../pages/admin-pages';
import { Frame } from '../pages/frame';
import { LeadPages } from '../pages/lead-pages';
import { addTeacher } from '../support/people';
import { Product } from '../support/product';
import { shoot } from '../support/shoot';
import { expect, test as withScreens } from '../support/test';

const test = withScreens.extend<object, { market: Product }>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const product = await Product.start('none', { prerendered: true });
      await use(product);
      await product.close();
    },
    { scope: 'worker', timeout: TEST_LIMIT },
  ],
  product: ({ market }, use) => use(market),
  baseURL: ({ market }, use) => use(market.url),
});

const NOBODY = 'Ainda não há professores por aqui';

/** What pages say first, where that depends on whether there is anybody. */
const FIRST: Record<string, string> = {
  '/': NOBODY,
  '/search': NOBODY,
  '/aulas': NOBODY,
  '/encontrar-professor': NOBODY,
  '/aulas-particulares-de-danca': NOBODY,
  '/aprenda-a-dancar-com-professores-particulares': NOBODY,
  '/forro/vitoria': 'Ainda não há professor de Forró em Vitória',
  '/zouk/sao-paulo': 'Ainda não há professor de Zouk em São Paulo',
  '/samba/rio-de-janeiro': 'Ainda não há professor de Samba no Rio de Janeiro',
  '/aulas/tango/garopaba': 'Ainda não há professor de Tango em Garopaba',
  '/campanha': 'A campanha ainda não começou',
  '/apoiadores': 'Ainda não há apoiadores',
  '/patrocinadores': 'Ainda não há patrocinadores',
  '/blog': 'Nenhum artigo por enquanto',
  '/comunidade': 'A agenda está vazia por enquanto',
  '/comunidade/eventos': 'A agenda está vazia por enquanto',
  '/comunidade/mural': 'Ninguém publicou ainda',
  '/comunidade/bailudos': 'Ninguém por aqui ainda',
  '/festivais-forro': 'Nenhum festival de forró marcado agora',
  '/congressos-samba': 'Nenhum congresso de samba marcado agora',
  '/congressos-zouk': 'Nenhum congresso de zouk marcado agora',
};

/** Pages on which a visitor is offered to be told, or to teach. */
const OFFERS = Object.keys(FIRST).filter((path) => FIRST[path]?.startsWith('Ainda não há professor'));

const COUNTS: Record<Kind, string> = {
  teachers: 'public.teacher_listings where not _deleted',
  supporters: `public.content_items where kind = 'supporter' and not _deleted`,
  sponsors: `public.content_items where kind = 'sponsor' and not _deleted`,
  events: `public.content_items where kind = 'event' and not _deleted`,
  dancers: `public.content_items where kind = 'dancer' and not _deleted`,
  articles: `public.content_items where kind = 'blog' and not _deleted`,
};

const LEDGER = linesOf(readFileSync('tests/claims/sentences.tsv', 'utf8'));

/** The sentences that what the product holds makes untrue; expects it to hold nothing. */
async function untrueNow(product: Product): Promise<RegExp[]> {
  const sum = KINDS.map((kind) => `(select count(*)::int from ${COUNTS[kind]}) as ${kind}`).join(', ');
  const [counts] = await product.sql<Record<Kind, number>>(`select ${sum}`);
  expect(counts).toEqual({ teachers: 0, supporters: 0, sponsors: 0, events: 0, dancers: 0, articles: 0 });
  return untrueWith(counts as Record<Kind, number>, LEDGER);
}

/** Opens the pages one after the other, and reads each. */
async function walk(page: Page, paths: readonly string[], untrue: readonly RegExp[]): Promise<void> {
  const frame = new Frame(page);
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(frame.main.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
      const first = FIRST[path];
      if (first) await expect(frame.main.getByRole('heading', { name: first }).first()).toBeVisible();
      const text = await page.locator('body').innerText();
      expect(
        untrue.filter((sentence) => sentence.test(text)),
        path,
      ).toEqual([]);
      await frame.expectNoSidewaysScroll();
    });
  }
}

const PUBLIC = [...new Set([...pagesFor(null), ...Object.keys(FIRST)])];

test('[T120] a visitor reads on every page what is true with nobody in it, also without a connection', {
  tag: '@worker',
}, async ({ page, context, product, frame }) => {
  const untrue = await untrueNow(product);
  await walk(page, PUBLIC, untrue);
  for (const path of OFFERS) {
    await page.goto(path);
    await expect(frame.main.getByRole('button', { name: 'Avise-me quando houver' })).toHaveCount(1);
    await expect(frame.main.getByRole('link', { name: 'Dar aulas' })).toHaveAttribute(
      'href',
      '/cadastrar-professor',
    );
  }
  for (const path of ['/', '/search', '/forro/vitoria', '/aulas', '/encontrar-professor', '/campanha']) {
    await page.goto(path);
    await expect(page.getByText(FIRST[path] ?? '').first()).toBeVisible();
    await expectAccessible(page);
    await shoot(page, `empty${path.replaceAll('/', '-')}`);
  }
  await readyForOffline(page);
  await context.setOffline(true);
  await walk(page, PUBLIC, untrue);
});

test('with nobody to propose a recommendation says so, and offers to be told of what was asked for', async ({
  page,
}) => {
  // Begun before it was known that there is nobody: what was typed stays.
  await page.addInitScript(() => {
    const draft = { nome: 'Marina Alves', cidade: '', estilo: '', objetivos: '' };
    localStorage.setItem('danceflix_private_lead_draft', JSON.stringify({ savedAt: Date.now(), draft }));
  });
  const leads = new LeadPages(page);
  await leads.open();
  await expect(page.getByRole('heading', { name: NOBODY })).toBeVisible();
  await expect(leads.name).toHaveValue('Marina Alves');
  await leads.fill({ objetivos: 'Dançar no casamento' });
  await leads.submit.click();
  await leads.expectPath('/encontrar-professor/resultados');
  await expect(page.getByRole('heading', { name: FIRST['/forro/vitoria'] ?? '' })).toBeVisible();
  await page.getByRole('button', { name: 'Avise-me quando houver' }).click();
  const sheet = page.getByRole('dialog', { name: 'Avise-me' });
  await expect(sheet.getByRole('combobox', { name: /Estilo/ })).toHaveValue('Forró');
  await expect(sheet.getByRole('combobox', { name: /Cidade/ })).toHaveValue('Vitória');
});

test('a new student and a new teacher read what is true', async ({ page, product }) => {
  const account = new AccountPages(page);
  for (const role of ['student', 'teacher'] as const) {
    const untrue = await untrueNow(product);
    await account.register(role);
    await expect.poll(() => page.evaluate(hasSearchRecord)).toBe(true);
    await walk(page, pagesFor(role), untrue);
    await account.leave();
  }
});

test('the team is told what is left to do', async ({ page, product }) => {
  const account = new AccountPages(page);
  const email = await account.register('student');
  await account.leave();
  await product.sql(`update public.user_profiles set role = 'admin' where email = $1`, email);
  const admin = new AdminPages(page);
  await admin.enter('/admin', { email, password: 'segredo1' });
  const left = admin.list('Primeiros passos').getByRole('listitem');
  for (const [title, state] of [
    ['Primeiro professor no ar', 'A fazer'],
    ['Termos de uso', 'Confira você'],
    ['Campanha fechada', 'Feito'],
  ] as const) {
    await expect(left.filter({ has: page.getByText(title, { exact: true }) })).toContainText(state);
  }
  await expect(left.getByRole('link')).toHaveCount(await left.count());
  await admin.expectSound();
  await shoot(page, 'empty-admin');
  await walk(
    page,
    ADMIN_PAGES.map(({ path }) => path),
    await untrueNow(product),
  );
});

test('[T120] landing pages and lists stay out of search engines until there is a teacher', async ({
  page,
  product,
  request,
}) => {
  const html = async (path: string) => (await request.get(path, { headers: { accept: 'text/html' } })).text();
  const NOINDEX = '<meta name="robots" content="noindex" />';
  const map = await html('/sitemap.xml');
  for (const path of ['/forro/vitoria', '/zouk/sao-paulo', '/samba/rio-de-janeiro', '/aulas']) {
    expect(await html(path), path).toContain(NOINDEX);
    expect(map).not.toContain(`<loc>${product.url}${path}</loc>`);
  }
  expect(await html('/forro/vitoria')).toContain('Ainda não há professor de Forró em Vitória');
  expect(await html('/')).toContain(NOBODY);
  expect(map).toContain(`<loc>${product.url}/</loc>`);

  await page.goto('/forro/vitoria');
  await expect(page.getByRole('heading', { name: FIRST['/forro/vitoria'] ?? '' })).toBeVisible();
  await addTeacher(product, { name: 'Rosa Prado' });
  expect(await html('/forro/vitoria')).not.toContain(NOINDEX);
  expect(await html('/sitemap.xml')).toContain(`<loc>${product.url}/forro/vitoria</loc>`);
  expect(await html('/zouk/sao-paulo')).toContain(NOINDEX);
  expect(await html('/')).not.toContain(NOBODY);
  // On the phone as well, which hears of it.
  await expect(page.getByRole('article').filter({ hasText: 'Rosa Prado' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await page.goto('/zouk/sao-paulo');
  await expect(page.getByRole('heading', { name: FIRST['/zouk/sao-paulo'] ?? '' })).toBeVisible();
});
