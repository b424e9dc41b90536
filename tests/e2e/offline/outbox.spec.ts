import { expectAccessible, workerControls } from '../../support/browser';
import { dispatchSync, OutboxPage } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { shoot } from '../support/shoot';
import { FULL } from '../support/tamper';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const nameOf = `select name from public.user_profiles where id = ${idOf('student')}`;
const commands = `select kind from public.command_log where user_id = ${idOf('student')} and kind = 'profile.update'`;

/** Leaves every command as the end of a page or of the worker leaves it in the middle of an attempt. */
function cutOffAttempt(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('danceflix-outbox');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('commands', 'readwrite');
      const cursors = transaction.objectStore('commands').openCursor();
      cursors.onsuccess = () => {
        cursors.result?.update({ ...cursors.result.value, status: 'sending' });
        cursors.result?.continue();
      };
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

// «Você tem 1 envio esperando.»
test('[T095] an offline change of the profile is visible at once, waits, and arrives once', async ({
  page,
  product,
  context,
  frame,
}) => {
  const own = new OwnPages(page);
  const outbox = new OutboxPage(page);
  await own.enter('student');
  await own.openProfile('student');
  await workerControls(page);
  await outbox.open();
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  await expectAccessible(page);
  await own.openProfile('student');

  await context.setOffline(true);
  const name = own.profile.getByLabel('Nome', { exact: true });
  await name.fill('Ana Sem Rede');
  await own.save();
  await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();
  await expect(name).toHaveValue('Ana Sem Rede');
  await expect(page.getByRole('link', { name: 'Envios pendentes: 1' })).toHaveCount(1);
  await page.evaluate(cutOffAttempt);
  await page.reload();
  await expect(name).toHaveValue('Ana Sem Rede');
  await page.goto('/student/home');
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();

  await outbox.badge.click();
  await expect(outbox.items).toHaveCount(1);
  await expect(outbox.items.getByRole('heading', { name: 'Alteração do perfil' })).toBeVisible();
  await expect(outbox.items.getByText('Salvo no aparelho')).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await shoot(page, 'outbox');

  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/search');
  await expect.poll(() => product.sql(nameOf)).toEqual([{ name: 'Ana Sem Rede' }]);
  await expect(new OutboxPage(next).badge).toHaveCount(0);
  expect(await product.sql(commands)).toHaveLength(1);
});

test('with no tab open the worker sends a person’s write while the token is valid', { tag: '@full' }, async ({
  page,
  product,
  context,
}) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openProfile('student');
  await workerControls(page);
  await context.setOffline(true);
  await own.profile.getByLabel('Nome', { exact: true }).fill('Ana Fechada');
  await own.save();
  await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();
  // A page outside of the app, for calls to the browser.
  const outside = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await dispatchSync(context, outside, new URL(product.url).origin);
  await expect.poll(() => product.sql(nameOf)).toEqual([{ name: 'Ana Fechada' }]);
  expect(await product.sql(commands)).toHaveLength(1);
});

test('a refused write shows the reason, can be edited, and does not stop the others', {
  tag: '@full',
}, async ({ page, product }) => {
  const own = new OwnPages(page);
  const outbox = new OutboxPage(page);
  const requests = new RequestPages(page);
  // The server itself refuses, whether a tab or the worker sends.
  await product.sql(
    `alter table public.user_profiles add constraint no_such_name check (name <> 'Ana Recusada')`,
  );
  await own.enter('student');
  await own.openProfile('student');
  const name = own.profile.getByLabel('Nome', { exact: true });
  await name.fill('Ana Recusada');
  await own.save();
  await expect(own.profile.getByText(/^Não enviado/)).toBeVisible();
  await expect(name).toHaveValue('Ana Recusada');
  await outbox.open();
  await expect(outbox.items.getByText('Não enviado')).toBeVisible();
  await expect(outbox.items.getByText(/Um valor não foi aceito/)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'outbox-refused');

  await page.goto('/student/requests/new?professor=marina-couto');
  await requests.fill('Forró', 'Depois da recusada.');
  await requests.send();
  await expect(requests.main.getByText('Enviado', { exact: true })).toBeVisible();
  expect(
    await product.sql(`select message from public.lesson_requests where message = 'Depois da recusada.'`),
  ).toHaveLength(1);
  await outbox.open();
  await expect(outbox.items).toHaveCount(1);
  await outbox.items.getByRole('link', { name: 'Editar: Alteração do perfil' }).click();
  await expect(name).toHaveValue('Ana Recusada');
  await name.fill('Ana Aceita');
  await own.save();
  await expect(own.profile.getByText(/Perfil atualizado/)).toBeVisible();
  expect(await product.sql(nameOf)).toEqual([{ name: 'Ana Aceita' }]);
  expect(await product.sql(commands)).toHaveLength(1);
});

test('discarding asks first, and removes the write from the screen', { tag: '@full' }, async ({
  page,
  context,
  product,
}) => {
  const own = new OwnPages(page);
  const outbox = new OutboxPage(page);
  await own.enter('student');
  await own.openProfile('student');
  const [before] = await product.sql<{ name: string }>(nameOf);
  await workerControls(page);
  await context.setOffline(true);
  await own.profile.getByLabel('Nome', { exact: true }).fill('Ana Desiste');
  await own.save();
  await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();
  await outbox.open();
  await page.getByRole('button', { name: 'Descartar: Alteração do perfil' }).click();
  await expect(page.getByRole('button', { name: 'Manter' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sim, descartar' }).click();
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  await own.openProfile('student');
  await expect(own.profile.getByLabel('Nome', { exact: true })).toHaveValue(before?.name ?? '');
});

test('a full disk keeps the form, and says so', { tag: '@full' }, async ({ page }) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openProfile('student');
  await page.evaluate(FULL);
  const name = own.profile.getByLabel('Nome', { exact: true });
  await name.fill('Ana Sem Espaço');
  await own.save();
  await expect(own.profile.getByText(/sem espaço e não salvou a alteração/)).toBeVisible();
  await expect(name).toHaveValue('Ana Sem Espaço');
});
