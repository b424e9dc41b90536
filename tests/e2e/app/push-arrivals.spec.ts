import { TOAST, workerControls } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { PushToggle } from '../pages/push-toggle';
import {
  endpointOf,
  endsInSixDays,
  fcm,
  hideFrom,
  isFocused,
  PushService,
  rotate,
  rowsOf,
  test,
} from '../support/push';
import { expect } from '../support/test';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('a push arrives behind another tab and with no page open, and a tap opens its page; signing out offline ends pushes', {
  tag: '@full',
}, async ({ page, product, context, desktop }) => {
  const own = new OwnPages(page);
  const toggle = new PushToggle(page);
  // Leaves out the app's own notification 'ready offline': it is not private, and Chromium loses
  // notifications that are queried while they arrive.
  const told = () => desktop.titles.filter((title) => title !== 'Pronto para usar offline');
  await own.enter('student');
  await page.goto('/student/notifications');
  await workerControls(page);
  await toggle.isKnown();
  await toggle.switch.click();
  await expect(toggle.switch).toBeChecked();
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No worker');
  const service = await PushService.of(page);
  const [{ id } = { id: '' }] = await product.sql<{ id: string }>(`select ${idOf('student')} as id`);
  const deliver = (title: string) =>
    service.deliver({
      ...{ notification_id: title, title, body: 'Marina.' },
      url: '/student/requests',
      user_id: id,
    });

  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await hideFrom(worker, page);
  await expect.poll(() => isFocused(worker)).toBe(false);
  await deliver('Atrás');
  await desktop.tap('Atrás');
  await expect(page).toHaveURL('/student/requests');
  await expect.poll(() => isFocused(worker)).toBe(true);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  // A person who was not looking is not told twice.
  await expect(page.locator(TOAST).filter({ hasText: 'Marina.' })).toHaveCount(0);

  await page.goto('about:blank');
  await deliver('Fechado');
  const opening = context.waitForEvent('page');
  await desktop.tap('Fechado');
  const opened = await opening;
  await expect(opened).toHaveURL(`${product.url}/student/requests`);
  await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();

  await deliver('Antes');
  await expect.poll(() => desktop.titles).toContain('Antes');
  await context.setOffline(true);
  await new AccountPages(opened).leave();
  expect(await endpointOf(opened)).toBeNull();
  await expect.poll(told).toEqual([]);
  expect(await product.sql(rowsOf('student'))).toMatchObject([{ is_active: true }]);
  // The command stays queued, and no dialog asks about it.
  await opened.goto('/envios');
  await expect(opened.getByText('Tudo enviado')).toBeVisible();
  // No page is needed: the browser wakes the worker once a day.
  await opened.goto('about:blank');
  await context.setOffline(false);
  await service.wake('danceflix-refresh');
  await expect.poll(() => product.sql(rowsOf('student'))).toMatchObject([{ is_active: false }]);

  // FCM may still deliver a message that it had accepted.
  await deliver('Depois');
  const entering = context.waitForEvent('page');
  await desktop.tap('Danceflix');
  await expect(await entering).toHaveURL(/\/login\?redirect=%2Fstudent%2Frequests/);
  await expect.poll(told).toEqual([]);
});

test('a new token replaces the former at the next start, and signing out ends pushes', {
  tag: '@full',
}, async ({ page, product }) => {
  const own = new OwnPages(page);
  const toggle = new PushToggle(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const loadedFirebase = () => loaded.some((path) => path.startsWith('/assets/firebase-'));
  await own.enter('student');
  await page.goto('/student/notifications');
  await workerControls(page);
  await toggle.isKnown();
  expect(loadedFirebase()).toBe(false);
  await toggle.switch.click();
  await expect(toggle.switch).toBeChecked();
  const former = { endpoint: await endpointOf(page), fcm_token: fcm.token };
  await rotate(page);
  fcm.token = 'g'.repeat(142);
  await page.reload();
  const rotated = { endpoint: 'https://push.example/rotated', is_active: true, fcm_token: fcm.token };
  await expect.poll(() => product.sql(rowsOf('student'))).toEqual([{ ...former, is_active: false }, rotated]);
  await expect(toggle.switch).toBeChecked();
  loaded.length = 0;
  await page.reload();
  await toggle.isKnown();
  await expect(toggle.switch).toBeChecked();
  expect(loadedFirebase()).toBe(false);

  // Six days before its end the same token is registered again, for 30 more days.
  const running = `select token_expires_at > now() + interval '29 days' as renewed, validation_failures as failures
    from public.pwa_subscriptions where user_id = ${idOf('student')} and is_active`;
  await product.sql(
    `update public.pwa_subscriptions set token_expires_at = now() + interval '6 days', validation_failures = 2
     where user_id = ${idOf('student')} and is_active`,
  );
  await endsInSixDays(page);
  await page.reload();
  await expect.poll(() => product.sql(running)).toEqual([{ renewed: true, failures: 0 }]);

  await new AccountPages(page).leave();
  expect(await endpointOf(page)).toBeNull();
  await expect
    .poll(async () =>
      (await product.sql<{ is_active: boolean }>(rowsOf('student'))).map((row) => row.is_active),
    )
    .toEqual([false, false]);
});
