import { expectAccessible, TOAST, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { PushToggle } from '../pages/push-toggle';
import { doubleTap } from '../support/double-tap';
import { endpointOf, fcm, PushService, permit, rowsOf, shownBy, test } from '../support/push';
import { shoot } from '../support/shoot';
import { expect } from '../support/test';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const ACTIVATED = 'Notificações Firebase ativadas! Você receberá atualizações em tempo real.';
const DENIED = 'Permissão para notificações foi negada. Ative nas configurações do navegador.';
const SAVES = '**/rest/v1/pwa_subscriptions?*';

test('[T077][A145][A147][A179][A180][A181][A258][A259][A289] push is switched on, told, found again and switched off everywhere', async ({
  page,
  product,
  context,
}) => {
  const own = new OwnPages(page);
  const toggle = new PushToggle(page);
  await own.enter('student');
  await page.goto('/student/notifications');
  await workerControls(page);
  await toggle.isKnown();
  await expect(toggle.switch).not.toBeChecked();
  await expectAccessible(page);
  await shoot(page, 'push-inactive');

  // Switching twice in a row must leave one row.
  await doubleTap(toggle.switch);
  await expect(toggle.switch).toBeChecked();
  await toggle.expectTold(ACTIVATED);
  await shoot(page, 'push-active');
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
  // The same endpoint reuses the same row.
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

test('[A282][A283][A284][A285][A286][A287][A288] every failure has its text, and nothing is left half done', {
  tag: '@full',
}, async ({ page, product, context }) => {
  const own = new OwnPages(page);
  const toggle = new PushToggle(page);
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

  // The browser blocks notifications: the page says so before anything is pressed.
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
  await shoot(page, 'push-denied');
  await answerWith('default');
  await press('Você fechou o pedido sem responder. Toque de novo e escolha Permitir.');
  await shoot(page, 'push-dismissed');
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
  await shoot(page, 'push-offline');
  await nothingSaved();
  await context.setOffline(false);
  await expect(toggle.note).not.toHaveText(/^Sem conexão agora/);
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
