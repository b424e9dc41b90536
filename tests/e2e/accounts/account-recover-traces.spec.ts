import type { Page } from '@playwright/test';
import { workerControls } from '../../support/browser';
import { AccountPages, PEOPLE } from '../pages/account-pages';
import { follow, linkTo, mailsTo } from '../support/mailbox';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
/** Reads everything that the browser stores for this site, as text. */
async function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [location.href, history.state, { ...localStorage }, { ...sessionStorage }];
    kept.push(document.cookie, document.referrer);
    const { navigation } = window as unknown as { navigation: { entries(): { url: string }[] } };
    kept.push(navigation.entries().map(({ url }) => url));
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        kept.push(name, request.url, response?.url, [...(response?.headers ?? [])]);
        if (/json|text/.test(response?.headers.get('content-type') ?? '')) kept.push(await response?.text());
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      kept.push(name);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
        kept.push(rows);
      }
      database.close();
    }
    return JSON.stringify(kept);
  });
}

test('no token of a recovery stays in the address, the history, a storage, a cache or the console', async ({
  page,
  product,
  context,
}) => {
  const account = new AccountPages(page);
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => said.push(message.text(), message.location().url));
  context.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
  await page.goto('/');
  await workerControls(page);
  await account.askForLink(PEOPLE.student.email);
  const { hash } = await follow(await linkTo(product, PEOPLE.student.email));
  const fields = new URLSearchParams(hash.slice(1));
  const secrets = [fields.get('access_token'), fields.get('refresh_token')].filter((one) => one !== null);
  expect(secrets).toHaveLength(2);
  /** Finds tokens, and the claims part of tokens. */
  const traces = (text: string) =>
    secrets.flatMap((secret) => [secret, secret.split('.')[1] ?? secret]).filter((one) => text.includes(one));

  await page.goto(`/search${hash}`);
  await expect(account.main.getByLabel('Nova senha', { exact: true })).toBeVisible();
  expect(traces(await keptByBrowser(page))).toEqual([]);
  // Scans with the page open, after leaving it and coming back, and after a password that the
  // server refused.
  await account.setPassword(PEOPLE.student.password);
  await expect(account.toast('A nova senha precisa ser diferente da atual.')).toBeVisible();
  expect(traces(await keptByBrowser(page))).toEqual([]);
  await account.setPassword('outra-senha');
  await expect(page).toHaveURL(/\/login$/);
  const kept = await keptByBrowser(page);
  expect(traces(kept)).toEqual([]);
  // Proves that the scan reads the storage of a worker and a page.
  expect(kept).toContain('app-shell.html');
  expect(kept).not.toContain('outra-senha');

  // Scans for our own link, whose token is used on a click: it is stored nowhere, and useless
  // afterwards.
  const [mail = ''] = (await mailsTo(product, PEOPLE.student.email)).filter((one) =>
    one?.includes('token_hash='),
  );
  secrets.push(new URL(mail ?? '').searchParams.get('token_hash') ?? '');
  await account.openRecovery(mail ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link inválido ou expirado');
  expect(traces(await keptByBrowser(page))).toEqual([]);

  // Scans after a link pasted into the open tab, and after one that the worker serves while the
  // server is unreachable.
  await page.goto(`/${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link inválido ou expirado');
  await context.setOffline(true);
  await page.goto('about:blank');
  await page.goto(`/reset-password${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Não conseguimos verificar o link');
  expect(traces(await keptByBrowser(page))).toEqual([]);
  // Chromium itself lists the address of a navigation among its requests; our messages never
  // contain it.
  expect(traces(said.join('\n'))).toEqual([]);
  const onTheWay = asked.filter((url) => !url.includes(`${hash}`) && url !== mail);
  expect(traces(onTheWay.join('\n'))).toEqual([]);
});
