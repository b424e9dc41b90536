/** The site's data are cleared while a write waits on the phone: the next sign-in is told of it. */
import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { AccountPages } from '../pages/account-pages';
import { Frame } from '../pages/frame';
import { OutboxPage } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import type { Product } from '../support/product';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const UPDATE = '**/rest/v1/rpc/update_profile';
const ASK = '**/rest/v1/rpc/announce_waiting';

const announced = (product: Product) =>
  product.sql(`select waiting from app.waiting_writes where user_id = ${idOf('student')}`);
const noticeOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Aviso sobre envios que esperavam' });

/** Saves the profile while the server answers everything but this. */
async function writeInVain(page: Page, name: string): Promise<void> {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openProfile('student');
  await page.route(UPDATE, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"out of order"}' }),
  );
  await own.profile.getByLabel('Nome', { exact: true }).fill(name);
  await own.save();
  await expect(own.profile.getByText('Salvo no aparelho')).toBeVisible();
}

test('a write waits, the data are cleared: the next sign-in says so until it was read', async ({
  page,
  context,
  browser,
  product,
}) => {
  await writeInVain(page, 'Ana Perdida');
  await expect.poll(() => announced(product)).toEqual([{ waiting: 1 }]);
  await context.close();

  const cleared = await browser.newContext({ ...PHONE, baseURL: product.url, serviceWorkers: 'allow' });
  const fresh = await cleared.newPage();
  await new OwnPages(fresh).enter('student');
  const notice = noticeOf(fresh);
  await expect(notice).toContainText(/avisou, em .+, que 1 envio esperava para sair\./);
  await new Frame(fresh).expectNoSidewaysScroll();
  await expectAccessible(fresh);
  await shoot(fresh, 'cleared-writes');

  await readyForOffline(fresh);
  await cleared.setOffline(true);
  await fresh.reload();
  await expect(notice).toBeVisible();
  await new OutboxPage(fresh).open();
  await expect(notice).toBeVisible();
  await expect(fresh.getByRole('heading', { name: 'Nada por enviar neste aparelho' })).toBeVisible();
  await expect(fresh.getByRole('heading', { name: 'Tudo enviado' })).toHaveCount(0);
  await shoot(fresh, 'cleared-outbox');

  await notice.getByRole('button', { name: 'Entendi' }).focus();
  await fresh.keyboard.press('Enter');
  await expect(notice).toHaveCount(0);
  await expect(new Frame(fresh).main).toBeFocused();
  await expect(fresh.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  await fresh.reload();
  await expect(fresh.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await cleared.close();
});

test('once the write has arrived, a new phone is told nothing', { tag: '@full' }, async ({
  page,
  browser,
  product,
}) => {
  await writeInVain(page, 'Ana Entregue');
  await expect.poll(() => announced(product)).toEqual([{ waiting: 1 }]);
  await page.unroute(UPDATE);
  await new OutboxPage(page).open();
  await page.getByRole('button', { name: 'Enviar tudo agora' }).click();
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  await expect.poll(() => announced(product)).toEqual([]);

  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const fresh = await other.newPage();
  const asked = fresh.waitForResponse(ASK);
  await new OwnPages(fresh).enter('student');
  expect((await asked).status()).toBe(200);
  await new OutboxPage(fresh).open();
  await expect(fresh.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  await expect(noticeOf(fresh)).toHaveCount(0);
  await other.close();
});

test('writes that the person discards at a sign-out are not told to the next phone', {
  tag: '@full',
}, async ({ page, product }) => {
  await writeInVain(page, 'Ana Descartada');
  await expect.poll(() => announced(product)).toEqual([{ waiting: 1 }]);
  await new AccountPages(page).leaveAndDiscard();
  expect(await announced(product)).toEqual([]);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.startsWith('danceflix_device_'))).toEqual([]);
});
