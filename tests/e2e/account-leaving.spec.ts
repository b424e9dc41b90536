import { expectAccessible, workerControls } from '../support/browser';
import { AccountPages } from './pages/account-pages';
import { OutboxPage } from './pages/outbox-page';
import { idOf, OwnPages } from './pages/own-pages';
import { unplug } from './support/network';
import { storedSession } from './support/session';
import { expect, changingTest as test } from './support/test';

test.describe.configure({ timeout: 180_000 });

const UPDATE = '**/rest/v1/rpc/update_profile';
const nameOf = `select name from public.user_profiles where id = ${idOf('student')}`;
const commands = `select kind from public.command_log where user_id = ${idOf('student')} and kind = 'profile.update'`;

test('what was not sent is kept on the phone, unseen by the next person, and arrives once when its author is back', async ({
  page,
  product,
  context,
  frame,
}) => {
  const own = new OwnPages(page);
  const account = new AccountPages(page);
  const outbox = new OutboxPage(page);
  await own.enter('student');
  await own.openProfile('student');
  await workerControls(page);
  await context.setOffline(true);
  await own.profile.getByLabel('Nome', { exact: true }).fill('Ana Guardada');
  await own.save();
  await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();

  await account.menu.click();
  await account.signOut.click();
  await expect(account.dialog.getByRole('heading', { name: 'Sair com envios pendentes?' })).toBeVisible();
  await expect(account.dialog.getByText('Alteração do perfil', { exact: true })).toBeVisible();
  await expect(account.dialog.getByText(/Sem conexão: agora não dá para enviar/)).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await page.screenshot({ path: 'test-results/leaving-360.png' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: 'test-results/leaving-1280.png' });
  await page.setViewportSize({ width: 360, height: 800 });
  await account.dialog.getByRole('button', { name: 'Enviar antes de sair' }).click();
  await expect(account.dialog.getByText(/1 envio não foi enviado/)).toBeVisible();
  await account.dialog.getByRole('button', { name: 'Guardar neste aparelho' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await storedSession(page)).toBeNull();

  await context.setOffline(false);
  await own.enter('teacher');
  await outbox.open();
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  await expect(page.getByText('Ana Guardada')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  expect(await product.sql(commands)).toHaveLength(0);
  await page.goto('/teacher/home');
  // The teacher has nothing unsent, so nothing is asked.
  await account.leave();

  await own.enter('student');
  await expect.poll(() => product.sql(nameOf)).toEqual([{ name: 'Ana Guardada' }]);
  await expect(outbox.badge).toHaveCount(0);
  expect(await product.sql(commands)).toHaveLength(1);
});

test.describe('with a server that cannot be reached', () => {
  // The worker's own sending would pass the page's broken network.
  test.use({ serviceWorkers: 'block' });

  test('who signs out may stay, send first, or discard after a second question', async ({
    page,
    product,
  }) => {
    const own = new OwnPages(page);
    const account = new AccountPages(page);
    await own.enter('student');
    await own.openProfile('student');
    await page.route(UPDATE, unplug);
    const name = own.profile.getByLabel('Nome', { exact: true });
    await name.fill('Ana Antes');
    await own.save();
    await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();

    await account.menu.click();
    await account.signOut.click();
    await account.dialog.getByRole('button', { name: 'Ficar na conta' }).click();
    await expect(account.dialog).toHaveCount(0);
    await expect(name).toHaveValue('Ana Antes');
    expect(await storedSession(page)).not.toBeNull();

    await account.menu.click();
    await account.signOut.click();
    const send = account.dialog.getByRole('button', { name: 'Enviar antes de sair' });
    await expect(send).toBeVisible();
    await page.unroute(UPDATE);
    await send.click();
    await expect(page).toHaveURL(/:\d+\/$/);
    expect(await product.sql(nameOf)).toEqual([{ name: 'Ana Antes' }]);
    expect(await storedSession(page)).toBeNull();

    await own.enter('student');
    await own.openProfile('student');
    await page.route(UPDATE, unplug);
    await name.fill('Ana Descartada');
    await own.save();
    await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();
    await account.menu.click();
    await account.signOut.click();
    await account.dialog.getByRole('button', { name: 'Descartar e sair' }).click();
    await expect(account.dialog.getByRole('heading', { name: 'Descartar 1 envio?' })).toBeVisible();
    await expectAccessible(page);
    await account.dialog.getByRole('button', { name: 'Voltar' }).click();
    await account.dialog.getByRole('button', { name: 'Descartar e sair' }).click();
    await account.dialog.getByRole('button', { name: 'Sim, descartar e sair' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await page.unroute(UPDATE);

    await own.enter('student');
    await own.openProfile('student');
    await expect(name).toHaveValue('Ana Antes');
    expect(await product.sql(nameOf)).toEqual([{ name: 'Ana Antes' }]);
    expect(await product.sql(commands)).toHaveLength(1);
  });
});
