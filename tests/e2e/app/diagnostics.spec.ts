import type { Page } from '@playwright/test';
import { readyForOffline } from '../../support/browser';
import { LeadPages } from '../pages/lead-pages';
import { OutboxPage } from '../pages/outbox-page';
import { OwnPages } from '../pages/own-pages';
import { fail } from '../support/network';
import { changingTest, expect, test } from '../support/test';

const line = (page: Page, what: string | RegExp) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(what, { exact: true }) });

const styleDatabases = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.includes('dance_styles')),
  );

test('[A128][A129][A130][A131] /pwa-test says what this browser can do, and follows the connection', async ({
  page,
  context,
}) => {
  await page.goto('/pwa-test');
  const can = await page.evaluate(() => ({
    worker: 'serviceWorker' in navigator,
    notifications: 'Notification' in window,
    cache: 'caches' in window,
  }));
  const says = (able: boolean) => (able ? /^Suportado/ : /^Não suportado/);
  await expect(line(page, 'Service worker').locator('dd')).toHaveText(says(can.worker));
  await expect(line(page, 'Notificações').locator('dd')).toHaveText(says(can.notifications));
  await expect(line(page, 'API de cache').locator('dd')).toHaveText(says(can.cache));
  const online = line(page, 'Conexão do aparelho').locator('dd');
  await expect(online).toHaveText('Online');
  await context.setOffline(true);
  await expect(online).toHaveText('Offline');
  await context.setOffline(false);
  await expect(online).toHaveText('Online');
});

test('/pwa-test says so when something is missing', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['Notification', 'caches']) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await page.goto('/pwa-test');
  for (const what of ['Service worker', 'Notificações', 'API de cache']) {
    await expect(line(page, what).locator('dd')).toHaveText('Não suportado');
  }
});

changingTest(
  '[B073][B074][B266][B267] /debug/dance-styles compares the lists of device and database',
  async ({ page, frame, search, product }) => {
    await search.openStored();
    // The stored rows stay as they are: a hint or a new connection would pull again.
    await page.route('**/rest/v1/rpc/pull_{dance_styles,changes}', fail);
    await page.goto('/debug/dance-styles');
    const load = page.getByRole('button', { name: /banco/ });
    const local = page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /aparelho/ }) });
    const database = page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /banco/ }) });
    const active = async () =>
      (await product.sql<{ name: string }>('select name from public.dance_styles where active')).map(
        ({ name }) => name,
      );
    await expect(local.getByRole('listitem')).toHaveCount((await active()).length);

    const asked = page.waitForRequest(/\/rest\/v1\/dance_styles/);
    await load.click();
    await asked;
    await expect(
      frame.toasts.getByText('Dados carregados diretamente do banco', { exact: true }),
    ).toBeVisible();
    await expect(database.getByRole('listitem')).toHaveCount((await active()).length);
    await expect(page.getByText('As duas listas são iguais.')).toBeVisible();

    // A hint would bring the row.
    await product.sql('alter table public.dance_styles disable trigger hint_inserted');
    await product.sql("insert into public.dance_styles (name, active) values ('Xaxado de Teste', true)");
    await load.click();
    await expect(database.getByRole('listitem').filter({ hasText: 'Xaxado de Teste' })).toBeVisible();
    await expect(page.getByText('1 diferença.')).toBeVisible();

    await page.route('**/rest/v1/dance_styles?*', fail);
    await load.click();
    await expect(frame.toasts.getByText('Erro ao buscar dados do banco', { exact: true })).toBeVisible();
  },
);

test('[B268][D048][D049] clearing the cache drops the styles and everything of that prefix, until the next visit', {
  tag: '@full',
}, async ({ page, frame, search }) => {
  await search.openStored();
  await page.evaluate(() => {
    localStorage.setItem('danceflix_cache_x', '1');
    sessionStorage.setItem('danceflix_cache_y', '1');
    localStorage.setItem('something_else', '1');
  });
  expect((await styleDatabases(page)).length).toBeGreaterThan(0);
  // Blocks the pull that would fill the store again before the visit is over.
  await page.route('**/rest/v1/rpc/pull_{dance_styles,changes}', fail);
  await page.goto('/debug/dance-styles');
  await page.getByRole('button', { name: /cache/i }).click();
  await expect(
    frame.toasts.getByText('Cache limpo! Recarregue a página para ver as mudanças.', { exact: true }),
  ).toBeVisible();
  const left = await page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      key.startsWith('danceflix_cache_'),
    ),
    kept: localStorage.getItem('something_else'),
  }));
  expect(left).toEqual({ keys: [], kept: '1' });
  await expect.poll(() => storedRows(page)).toBe(0);

  await page.unroute('**/rest/v1/rpc/pull_{dance_styles,changes}');
  await page.reload();
  await expect.poll(() => storedRows(page)).toBeGreaterThan(20);
});

changingTest(
  '[D050] clearing the cache leaves what waits to be sent and what is the person’s own',
  { tag: ['@full', '@worker'] },
  async ({ page, context, product, frame }) => {
    const own = new OwnPages(page);
    const outbox = new OutboxPage(page);
    const leads = new LeadPages(page);
    await own.enter('student');
    await own.openProfile('student');
    await readyForOffline(page);
    await leads.open();
    await context.setOffline(true);
    await leads.send({ nome: 'Pedido que Espera' });
    await outbox.open();
    await expect(outbox.items.first()).toBeVisible();
    const waiting = await outbox.items.getByRole('heading').allTextContents();
    await page.goto('/debug/dance-styles');
    await page.getByRole('button', { name: /cache/i }).click();
    await expect(frame.toasts.getByText(/^Cache limpo!/)).toBeVisible();

    await outbox.open();
    await expect(outbox.items.getByRole('heading')).toHaveText(waiting);
    await own.openProfile('student');
    await expect(own.profile.getByLabel('Nome', { exact: true })).toHaveValue('Camila Duarte');
    await context.setOffline(false);
    await expect
      .poll(() => product.sql(`select nome from public.student_leads where nome = 'Pedido que Espera'`))
      .toEqual([{ nome: 'Pedido que Espera' }]);
  },
);

/** Number of rows in the IndexedDB store of styles. */
function storedRows(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = names.find((candidate) => candidate.includes('dance_styles'));
    if (!name) return 0;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    try {
      if (!database.objectStoreNames.contains('docs')) return 0;
      return await new Promise<number>((resolve, reject) => {
        const request = database.transaction('docs').objectStore('docs').count();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    } finally {
      database.close();
    }
  });
}
