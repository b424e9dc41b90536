import type { Page } from '@playwright/test';
import { expectAccessible, TOAST, workerControls } from '../support/browser';
import { AccountPages } from './pages/account-pages';
import { idOf, OwnPages, type Who } from './pages/own-pages';
import {
  endpointOf,
  fcm,
  hideFrom,
  isFocused,
  PushService,
  permit,
  rotate,
  shownBy,
  test,
} from './support/push';
import { expect } from './support/test';

test.describe.configure({ timeout: 180_000 });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const ACTIVATED = 'Notificações Firebase ativadas! Você receberá atualizações em tempo real.';
const DENIED = 'Permissão para notificações foi negada. Ative nas configurações do navegador.';
const SAVES = '**/rest/v1/pwa_subscriptions?*';

class Toggle {
  readonly switch;
  readonly note;
  constructor(private readonly page: Page) {
    const region = page.getByRole('region', { name: 'Avisos neste aparelho' });
    this.switch = region.getByRole('switch', { name: 'Receber notificações' });
    this.note = region.getByRole('status');
  }

  /** The text stands under the switch and in a toast. */
  async expectTold(text: string): Promise<void> {
    await expect(this.note).toHaveText(text);
    await expect(this.page.locator(TOAST).getByText(text, { exact: true })).toBeVisible();
  }

  async isKnown(): Promise<void> {
    await expect(this.switch).toHaveAttribute('aria-busy', 'false');
  }
}

/** Both sizes, to be looked at. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/push-${name}-360.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: `test-results/push-${name}-1280.png` });
  await page.setViewportSize({ width: 360, height: 800 });
}

const rowsOf = (who: Who) =>
  `select endpoint, is_active, fcm_token from public.pwa_subscriptions where user_id = ${idOf(who)} order by created_at`;

test('[A145][A147][A179][A180][A181][A258][A259][A289] push is switched on, told, found again and switched off everywhere', async ({
  page,
  product,
  context,
}) => {
  const own = new OwnPages(page);
  const toggle = new Toggle(page);
  await own.enter('student');
  await page.goto('/student/notifications');
  await workerControls(page);
  await toggle.isKnown();
  await expect(toggle.switch).not.toBeChecked();
  await expectAccessible(page);
  await shoot(page, 'inactive');

  // Twice in a row is once.
  await toggle.switch.dblclick();
  await expect(toggle.switch).toBeChecked();
  await toggle.expectTold(ACTIVATED);
  await shoot(page, 'active');
  expect(
    await product.sql(
      `select is_active, token_source, fcm_token, validation_failures,
         token_expires_at - created_at = interval '30 days' as thirty_days
       from public.pwa_subscriptions where user_id = ${idOf('student')}`,
    ),
  ).toEqual([
    {
      is_active: true,
      token_source: 'fcm',
      fcm_token: fcm.token,
      validation_failures: 0,
      thirty_days: true,
    },
  ]);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('No worker');
  expect(await shownBy(worker)).toEqual([{ title: 'Danceflix', body: ACTIVATED, tag: 'push-activated' }]);

  const [{ id } = { id: '' }] = await product.sql<{ id: string }>(`select ${idOf('student')} as id`);
  const service = await PushService.of(page);
  const data = {
    notification_id: 'n-1',
    title: 'Pedido aceito',
    body: 'Marina aceitou.',
    url: '/student/requests',
    user_id: id,
  };
  await service.deliver(data);
  const toast = page.locator(TOAST).filter({ hasText: 'Pedido aceito' });
  await expect(toast.getByText('Marina aceitou.')).toBeVisible();
  await service.deliver(data);
  await service.deliver(null);
  await expect
    .poll(async () => (await shownBy(worker)).map(({ tag }) => tag).sort())
    .toEqual(['danceflix', 'n-1', 'push-activated']);

  // The state follows the server's row of this phone.
  await product.sql(
    `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
     values (${idOf('student')}, repeat('t', 100), 'https://push.example/tablet'),
       (${idOf('teacher')}, repeat('u', 100), 'https://push.example/marina')`,
  );
  await page.goto('/student/configurations');
  await expect(toggle.switch).toBeChecked();
  await product.sql(
    `update public.pwa_subscriptions set is_active = false where user_id = ${idOf('student')} and endpoint = $1`,
    await endpointOf(page),
  );
  await page.reload();
  await toggle.isKnown();
  await expect(toggle.switch).not.toBeChecked();
  // The same endpoint again is the same row.
  await toggle.switch.click();
  await expect(toggle.switch).toBeChecked();
  expect(await product.sql(rowsOf('student'))).toEqual([
    { endpoint: await endpointOf(page), is_active: true, fcm_token: fcm.token },
    { endpoint: 'https://push.example/tablet', is_active: true, fcm_token: 't'.repeat(100) },
  ]);

  await toggle.switch.click();
  await expect(toggle.switch).not.toBeChecked();
  await toggle.expectTold('Notificações desativadas em todos os seus aparelhos.');
  expect(await endpointOf(page)).toBeNull();
  const states = await product.sql<{ is_active: boolean }>(rowsOf('student'));
  expect(states.map(({ is_active }) => is_active)).toEqual([false, false]);
  expect(await product.sql(rowsOf('teacher'))).toMatchObject([{ is_active: true }]);
});

test('[A282][A283][A284][A285][A286][A287][A288] whatever goes wrong is said in its words, and nothing is left half done', async ({
  page,
  product,
  context,
}) => {
  const own = new OwnPages(page);
  const toggle = new Toggle(page);
  const answerWith = (answer: 'reject' | NotificationPermission) =>
    page.evaluate((wanted) => {
      Notification.requestPermission = async () => {
        if (wanted === 'reject') throw new Error('Not now');
        return wanted;
      };
    }, answer);
  const refuse = (method: string) =>
    page.route(SAVES, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"no"}' })
        : route.fallback(),
    );
  const press = async (text: string) => {
    await toggle.switch.click();
    await toggle.expectTold(text);
    await expect(toggle.switch).toHaveAttribute('aria-busy', 'false');
  };
  const nothingSaved = async () => {
    await expect(toggle.switch).not.toBeChecked();
    expect(await product.sql(rowsOf('teacher'))).toEqual([]);
    expect(await endpointOf(page)).toBeNull();
  };
  await own.enter('teacher');
  await page.goto('/teacher/configurations');
  await workerControls(page);
  await toggle.isKnown();

  // Blocked in the browser itself: said before anybody presses.
  await permit(page, 'denied');
  await page.reload();
  await toggle.isKnown();
  await expect(toggle.note).toHaveText(DENIED);
  await press(DENIED);
  await permit(page, 'granted');
  await page.reload();
  await toggle.isKnown();
  await answerWith('reject');
  await press('Erro ao solicitar permissões. Tente novamente.');
  await answerWith('denied');
  await press(DENIED);
  await expectAccessible(page);
  await shoot(page, 'denied');
  await answerWith('default');
  await press('Você fechou o pedido sem responder. Toque de novo e escolha Permitir.');
  await shoot(page, 'dismissed');
  expect(fcm.asked).toEqual([]);
  await answerWith('granted');
  fcm.token = '';
  await press('Erro ao configurar notificações. Verifique as permissões do navegador.');
  await nothingSaved();
  fcm.token = 'x'.repeat(99);
  await press('Token de notificação inválido. Tente novamente.');
  await nothingSaved();
  fcm.token = 'x'.repeat(100);
  await refuse('POST');
  await press('Erro ao salvar configuração de notificações. Tente novamente.');
  await nothingSaved();
  await page.unroute(SAVES);

  await context.setOffline(true);
  await expect(toggle.note).toHaveText('Sem conexão agora: para ativar ou desativar é preciso internet.');
  await toggle.switch.click();
  await expect(page.locator(TOAST).getByText(/^Sem conexão agora/)).toBeVisible();
  await shoot(page, 'offline');
  await nothingSaved();
  await context.setOffline(false);
  await toggle.isKnown();

  await press(ACTIVATED);
  await expect(toggle.switch).toBeChecked();
  expect(await product.sql(rowsOf('teacher'))).toMatchObject([{ is_active: true, fcm_token: fcm.token }]);
  await refuse('PATCH');
  await press('Erro ao desativar notificações. Tente novamente.');
  await expect(toggle.switch).toBeChecked();
  await page.unroute(SAVES);

  await page.evaluate(() => localStorage.removeItem('danceflix_session'));
  await press('Você precisa estar logado para ativar notificações');
  expect(await product.sql(rowsOf('teacher'))).toMatchObject([{ is_active: true }]);
});

test('a push arrives behind another tab and with no page open, and a tap leads there; who leaves without a network is told no more', async ({
  page,
  product,
  context,
  desktop,
}) => {
  const own = new OwnPages(page);
  const toggle = new Toggle(page);
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
  // Who was not looking is not told twice.
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
  await expect.poll(() => desktop.titles).toEqual([]);
  expect(await product.sql(rowsOf('student'))).toMatchObject([{ is_active: true }]);
  // It waits, and is nobody's concern.
  await opened.goto('/envios');
  await expect(opened.getByText('Tudo enviado')).toBeVisible();
  // No page is needed for it: the worker is woken once a day.
  await opened.goto('about:blank');
  await context.setOffline(false);
  await service.wake('danceflix-refresh');
  await expect.poll(() => product.sql(rowsOf('student'))).toMatchObject([{ is_active: false }]);

  // FCM may still deliver what it had taken.
  await deliver('Depois');
  const entering = context.waitForEvent('page');
  await desktop.tap('Danceflix');
  await expect(await entering).toHaveURL(/\/login\?redirect=%2Fstudent%2Frequests/);
  expect(desktop.titles).toEqual([]);
});

test('a new token replaces the former at the next start, and who signs out is told no more', {
  tag: '@full',
}, async ({ page, product }) => {
  const own = new OwnPages(page);
  const toggle = new Toggle(page);
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

  // Six days before its end the same token is written anew, for 30 days more.
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
