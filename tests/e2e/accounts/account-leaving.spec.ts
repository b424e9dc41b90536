import { expectAccessible, readyForOffline } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { OutboxPage } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { unplug } from '../support/network';
import { storedSession } from '../support/session';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const WRITES = /\/rest\/v1\/rpc\/(update_profile|create_lesson_request)$/;
const nameOf = `select name from public.user_profiles where id = ${idOf('student')}`;
const commands = `select kind from public.command_log where user_id = ${idOf('student')} and kind = 'profile.update'`;
const wishes = `select r.message from public.lesson_requests r join public.command_log c
  on c.kind = 'lesson_request.create' and c.result ->> 'request_id' = r.id::text and c.user_id = r.student_id
  where r.student_id = ${idOf('student')} order by c.created_at`;

test('unsent writes stay on the phone, hidden from the next person, and arrive once when their author is back', async ({
  page,
  product,
  context,
  frame,
}) => {
  const own = new OwnPages(page);
  const account = new AccountPages(page);
  const outbox = new OutboxPage(page);
  const requests = new RequestPages(page);
  await own.enter('student');
  await page.goto('/student/requests/new?professor=marina-couto');
  await expect(requests.form).toBeVisible();
  await own.openProfile('student');
  await readyForOffline(page);
  await context.setOffline(true);
  await own.profile.getByLabel('Nome', { exact: true }).fill('Ana Guardada');
  await own.save();
  await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();
  await page.goto('/student/requests/new?professor=marina-couto');
  await requests.fill('Forró', 'Guardado até eu voltar.');
  await requests.send();
  await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();

  await account.menu.click();
  await account.signOut.click();
  await expect(account.dialog.getByRole('heading', { name: 'Sair com envios pendentes?' })).toBeVisible();
  await expect(account.dialog.getByText(/Alteração do perfil/)).toBeVisible();
  await expect(account.dialog.getByText(/Pedido de aula/)).toBeVisible();
  await expect(account.dialog.getByText(/Sem conexão: agora não dá para enviar/)).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'leaving');
  await account.dialog.getByRole('button', { name: 'Enviar antes de sair' }).click();
  await expect(account.dialog.getByText(/2 envios não foram enviados/)).toBeVisible();
  await account.dialog.getByRole('button', { name: 'Salvar neste aparelho' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await storedSession(page)).toBeNull();

  await context.setOffline(false);
  await own.enter('teacher');
  await outbox.open();
  await expect(page.getByRole('heading', { name: 'Nada seu por enviar' })).toBeVisible();
  await expect(page.getByText(/Ana Guardada|Guardado até eu voltar/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nada seu por enviar' })).toBeVisible();
  expect(await product.sql(commands)).toHaveLength(0);
  expect(await product.sql(wishes)).toEqual([]);
  await page.goto('/teacher/home');
  // The teacher has no unsent writes, so no question is asked.
  await account.leave();

  await own.enter('student');
  await expect.poll(() => product.sql(nameOf)).toEqual([{ name: 'Ana Guardada' }]);
  await expect.poll(() => product.sql(wishes)).toEqual([{ message: 'Guardado até eu voltar.' }]);
  await expect(outbox.badge).toHaveCount(0);
  expect(await product.sql(commands)).toHaveLength(1);
});

test('an unsaved draft is kept if the person says so, and is there again when its author is back', {
  tag: '@full',
}, async ({ page, frame }) => {
  const own = new OwnPages(page);
  const account = new AccountPages(page);
  const name = own.profile.getByLabel('Nome', { exact: true });
  await own.enter('student');
  await own.openProfile('student');
  await name.fill('Ana Rascunho');
  await page.goto('/comunidade/mural');
  await page.getByLabel('O que você quer contar?').fill('Quem vai ao baile?');
  await account.menu.click();
  await account.signOut.click();
  await expect(account.dialog.getByRole('heading', { name: /^Sair sem salvar/ })).toBeVisible();
  await expect(account.dialog.getByText(/um perfil que não foi salvo/)).toBeVisible();
  await expect(account.dialog.getByText(/uma publicação do Mural que não foi enviada/)).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'leaving-drafts');
  await account.dialog.getByRole('button', { name: 'Salvar neste aparelho' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);

  await own.enter('teacher');
  await page.goto('/comunidade/mural');
  await expect(page.getByLabel('O que você quer contar?')).toHaveValue('');
  // The teacher has typed nothing, so no question is asked.
  await account.leave();

  await account.signIn('student');
  await own.openProfile('student');
  await expect(name).toHaveValue('Ana Rascunho');
  await page.goto('/comunidade/mural');
  await expect(page.getByLabel('O que você quer contar?')).toHaveValue('Quem vai ao baile?');
});

test.describe('with a server that cannot be reached', () => {
  // The service worker would send past the page's broken network.
  test.use({ serviceWorkers: 'block' });

  test('a person who signs out may stay, send first, or discard after a second question', {
    tag: '@full',
  }, async ({ page, product }) => {
    const own = new OwnPages(page);
    const account = new AccountPages(page);
    const requests = new RequestPages(page);
    const ask = async (style: string, message: string) => {
      await page.goto('/student/requests/new?professor=marina-couto');
      await requests.fill(style, message);
      await requests.send();
      await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
      await own.openProfile('student');
    };
    await own.enter('student');
    await page.route(WRITES, unplug);
    await ask('Forró', 'Antes de sair.');
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
    await page.unroute(WRITES);
    await send.click();
    await expect(page).toHaveURL(/:\d+\/$/);
    expect(await product.sql(nameOf)).toEqual([{ name: 'Ana Antes' }]);
    expect(await product.sql(wishes)).toEqual([{ message: 'Antes de sair.' }]);
    expect(await storedSession(page)).toBeNull();

    await own.enter('student');
    await page.route(WRITES, unplug);
    await ask('Soltinho', 'Descartado.');
    await name.fill('Ana Descartada');
    await own.save();
    await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();
    await account.menu.click();
    await account.signOut.click();
    await account.dialog.getByRole('button', { name: 'Descartar e sair' }).click();
    await expect(account.dialog.getByRole('heading', { name: 'Descartar 2 envios?' })).toBeVisible();
    await expectAccessible(page);
    await account.dialog.getByRole('button', { name: 'Voltar' }).click();
    await account.dialog.getByRole('button', { name: 'Descartar e sair' }).click();
    await account.dialog.getByRole('button', { name: 'Sim, descartar e sair' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await page.unroute(WRITES);

    await own.enter('student');
    await own.openProfile('student');
    await expect(name).toHaveValue('Ana Antes');
    expect(await product.sql(nameOf)).toEqual([{ name: 'Ana Antes' }]);
    expect(await product.sql(commands)).toHaveLength(1);
    expect(await product.sql(wishes)).toEqual([{ message: 'Antes de sair.' }]);
  });
});
