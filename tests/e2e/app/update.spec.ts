import type { Page } from '@playwright/test';
import { expectStarted, workerControls } from '../../support/browser';
import { buildOf, countLoads, expect, test } from '../../support/hosted';
import { checkForUpdate, comeBack, expectRelease, visit, waitingWorker } from '../support/updating';

/** Marks the tab as busy, as a form with unsaved text does; `letGo` ends that. */
async function becomeBusy(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((granted) => {
        void navigator.locks.request('danceflix-busy', { mode: 'shared' }, () => {
          granted();
          return new Promise<void>((resolve) =>
            addEventListener('test:free', () => resolve(), { once: true }),
          );
        });
      }),
  );
}
const letGo = (page: Page) => page.evaluate(() => dispatchEvent(new Event('test:free')));

test('[A188] a new release reloads every open tab exactly once', { tag: '@full' }, async ({
  page,
  host,
  context,
  makeRelease,
}) => {
  await visit(page, host.url);
  const other = await context.newPage();
  await visit(other, `${host.url}/search`);
  const next = await makeRelease('B');
  host.deploy(next.folder);
  const counts = [countLoads(page), countLoads(other)];

  await checkForUpdate(page);
  await expectRelease([page, other], next.build);
  await Promise.all([expectStarted(page), expectStarted(other)]);
  // A second check finds nothing new and reloads nothing.
  await checkForUpdate(page);
  expect(await waitingWorker(page)).toBeNull();
  await expect.poll(() => counts.map((count) => count())).toEqual([1, 1]);
});

test('[A188] while any tab is busy the update waits, and no text is lost', async ({
  page,
  host,
  context,
  makeRelease,
  release,
}) => {
  await visit(page, host.url);
  const other = await context.newPage();
  await visit(other, host.url);
  await other.evaluate(() => {
    const field = document.createElement('textarea');
    field.value = 'Quero aprender forró';
    document.body.append(field);
  });
  await becomeBusy(other);

  const next = await makeRelease('B');
  host.deploy(next.folder);
  const counts = [countLoads(page), countLoads(other)];
  await checkForUpdate(page);
  await expect.poll(() => waitingWorker(page)).toBe('installed');
  // The page reports it once the worker has refused.
  await expect(page.getByRole('status').filter({ hasText: 'Versão nova pronta' })).toBeVisible();
  await comeBack(page);
  await comeBack(other);
  expect(await waitingWorker(page)).toBe('installed');
  expect(counts.map((count) => count())).toEqual([0, 0]);
  expect(await buildOf(other)).toBe(release.build);
  expect(await other.locator('textarea').inputValue()).toBe('Quero aprender forró');

  await letGo(other);
  await comeBack(other);
  await expectRelease([page, other], next.build);
  // The new document exists before its load event.
  await Promise.all([expectStarted(page), expectStarted(other)]);
  await expect.poll(() => counts.map((count) => count())).toEqual([1, 1]);
});

test('the files of the release before stay for one release, and no longer', { tag: '@full' }, async ({
  page,
  host,
  makeRelease,
  release,
}) => {
  await visit(page, host.url);
  const second = await makeRelease('B');
  const third = await makeRelease('C');
  const update = async (to: typeof second) => {
    host.deploy(to.folder);
    await checkForUpdate(page);
    await expectRelease([page], to.build);
    await expectStarted(page);
    await workerControls(page);
  };
  // Bypasses the HTTP cache, which keeps hashed files for a year and could drop them at any time.
  const loadable = (entry: string) =>
    page.evaluate((path) => fetch(path, { cache: 'no-store' }).then(({ ok }) => ok), entry);

  await update(second);
  expect((await page.request.get(host.url + release.entry)).status()).toBe(404);
  expect(await loadable(release.entry)).toBe(true);

  await update(third);
  expect(await loadable(second.entry)).toBe(true);
  expect(await loadable(release.entry)).toBe(false);
  expect(
    await page.evaluate(() =>
      caches.keys().then((names) => names.filter((name) => name.includes('precache')).length),
    ),
  ).toBe(2);
});

test('a new release that cannot be fetched completely changes nothing', { tag: '@full' }, async ({
  page,
  host,
  makeRelease,
  release,
}) => {
  await visit(page, host.url);
  const next = await makeRelease('B');
  host.deploy(next.folder);
  host.answer(/^\/assets\/.*B\.js$/, { status: 500 });
  const loads = countLoads(page);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const redundant = new Promise<void>((resolve) =>
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => worker.state === 'redundant' && resolve());
      }),
    );
    await registration.update();
    await redundant;
  });
  await host.stop();
  await page.reload();
  await expectStarted(page);
  expect(await buildOf(page)).toBe(release.build);
  expect(loads()).toBe(1);
});

test('a first install is no new release, not even when the tab is busy', {
  tag: '@full',
}, async ({ page, host }) => {
  await page.addInitScript(() => {
    void navigator.locks.request('danceflix-busy', { mode: 'shared' }, () => new Promise(() => undefined));
    // Records the notices, which disappear by themselves.
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Versão nova pronta')) Object.assign(window, { announced: true });
    }).observe(document, { childList: true, subtree: true });
  });
  await visit(page, host.url);
  await comeBack(page);
  expect(await waitingWorker(page)).toBeNull();
  expect(await page.evaluate(() => 'announced' in window)).toBe(false);
});
