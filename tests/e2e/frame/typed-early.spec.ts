import type { Page } from '@playwright/test';
import { STYLE_PATHS } from '../../../src/features/landing/places';
import { collectErrors } from '../../support/browser';
import { hold } from '../support/network';
import { prerenderedTest as test } from '../support/prerendered';
import { expect } from '../support/test';
import { translate } from '../support/translator';

interface Early {
  /** Values by field name, entered before any script runs. */
  typed: Record<string, string>;
  /** The visible result: a text of the page, and the query of the address. */
  said: RegExp | null;
  asked: Record<string, string>;
}

const SEARCH: Early = { typed: { name: 'marina' }, said: /^1 professor/, asked: { name: 'marina' } };

/** Every kind of prerendered page that has a field. */
const PAGES: Record<string, Early> = {
  // The form searches when it is submitted.
  '/': { typed: { name: 'marina' }, said: null, asked: {} },
  '/search': SEARCH,
  '/forro/vitoria': { typed: { name: 'zzzz' }, said: /^(0|Nenhum) professor/, asked: { name: 'zzzz' } },
  '/duvidas': { typed: { duvida: 'pagamento' }, said: /^\d+ respostas? encontradas?$/, asked: {} },
  '/biblioteca-passos': {
    typed: { busca: 'giro', nivel: 'iniciante' },
    said: /^\d+ passos?$/,
    asked: { busca: 'giro', nivel: 'iniciante' },
  },
  '/comunidade/eventos': {
    typed: { tipo: 'festival', estilo: 'Forró' },
    said: /^\d evento/,
    asked: { tipo: 'festival', estilo: 'Forró' },
  },
};

async function typeInto(page: Page, typed: Early['typed']): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    const field = page.locator(`main [name="${name}"]`);
    if (name === 'nivel') await field.and(page.locator(`[value="${value}"]`)).check({ force: true });
    else if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
    else {
      await field.click();
      await field.pressSequentially(value);
      // The caret is inside the typed text.
      await field.press('ArrowLeft');
    }
  }
}

const caretOf = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement && field.type === 'search' ? field.selectionStart : null;
  });

async function expectApplied(page: Page, path: string, { typed, said, asked }: Early): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams), path).toEqual(asked);
  for (const [name, value] of Object.entries(typed)) {
    const field = page.locator(`main [name="${name}"]`);
    if (name === 'nivel') await expect(field.and(page.locator(`[value="${value}"]`)), path).toBeChecked();
    else await expect(field, path).toHaveValue(value);
  }
  if (said) await expect(page.getByText(said).first(), path).toBeVisible();
}

const isTaken = (page: Page) =>
  page.evaluate(() => document.getElementById('root')?.dataset.prerendered === undefined);

test('input on a prerendered page before its scripts arrive is kept and applied', { tag: '@full' }, async ({
  page,
  request,
  product,
}) => {
  const addresses = [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>(.+?)<\/loc>/g)]
    .map(([, url = '']) => url.slice(product.url.length) || '/')
    .filter((path) => !/^\/(teachers|blog)\/./.test(path));
  const withFields: string[] = [];
  for (const path of [...addresses, '/teachers/marina-couto', '/blog/etiqueta-de-baile']) {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
    if (/<(input|select|textarea)\b/.test(html)) withFields.push(path);
  }
  const landing = (path: string) =>
    [...STYLE_PATHS, 'aulas'].some((folder) => path.startsWith(`/${folder}/`));
  expect(withFields.filter((path) => !landing(path)).sort()).toEqual(
    Object.keys(PAGES)
      .filter((path) => !landing(path))
      .sort(),
  );

  const errors = collectErrors(page);
  for (const [path, early] of Object.entries(PAGES)) {
    const scripts = await hold(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await typeInto(page, early.typed);
    const caret = await caretOf(page);
    await scripts.release();
    await expect.poll(() => isTaken(page), path).toBe(true);
    await expectApplied(page, path, early);
    expect(await caretOf(page), path).toBe(caret);
    if (path !== '/') continue;
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await expectApplied(page, path, SEARCH);
  }
  expect(errors).toEqual([]);

  // The keyboard's own key submits the form, before any script can stop that.
  const scripts = await hold(page, '**/assets/*.js');
  await page.goto('/search', { waitUntil: 'domcontentloaded' });
  await typeInto(page, SEARCH.typed);
  await page.keyboard.press('Enter');
  await page.waitForURL(/name=marina/, { waitUntil: 'commit' });
  await scripts.release();
  await expect(page.getByText(/^1 professor/)).toBeVisible();

  // The home page's box understands more than names, then too.
  await page.goto('/');
  const later = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await typeInto(page, { name: 'forró em vitória' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search/, { waitUntil: 'commit' });
  await later.release();
  await expectApplied(page, '/search', {
    ...{ typed: {}, said: /^[1-9]\d* professor/, asked: { style: 'Forró', city: 'Vitória' } },
  });
});

test('input is kept on a page that was translated before its scripts arrived', { tag: '@full' }, async ({
  page,
}) => {
  await translate(page);
  for (const path of ['/search', '/biblioteca-passos'] as const) {
    const early = PAGES[path] ?? SEARCH;
    const scripts = await hold(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await typeInto(page, early.typed);
    expect(await page.locator('font').count()).toBeGreaterThan(0);
    await scripts.release();
    await expect.poll(() => isTaken(page), path).toBe(true);
    await expectApplied(page, path, early);
  }
});
