/** A browser that is killed the moment a tap is shown as done: what was shown is there, on a slow phone too. */
import type { Page } from '@playwright/test';
import { expectAccessible, Phone, readyForOffline } from '../support/browser';
import { heart, kept } from './pages/hearts';
import { OwnPages } from './pages/own-pages';
import { RequestPages } from './pages/request-pages';
import { SearchPage } from './pages/search-page';
import { shoot } from './support/shoot';
import { expect, changingTest as test } from './support/test';

test.describe.configure({ timeout: 240_000 });

/** Four times as slow as the machine that the test runs on. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Taps, and kills the browser as soon as the page itself sees the button pressed and no longer being saved. */
async function killOnceDone(phone: Phone, page: Page, name: string): Promise<void> {
  let done: () => void = () => undefined;
  const isDone = new Promise<void>((resolve) => {
    done = resolve;
  });
  await page.exposeFunction('shownAsDone', () => done());
  await heart(page, name)
    .first()
    .evaluate((button) => {
      const look = () => {
        if (button.getAttribute('aria-pressed') !== 'true' || button.hasAttribute('aria-busy')) return;
        (window as unknown as { shownAsDone(): void }).shownAsDone();
      };
      new MutationObserver(look).observe(button, { attributes: true });
    });
  await heart(page, name).first().dispatchEvent('click');
  await isDone;
  await phone.kill();
}

const ROUNDS = [
  { what: 'the first write of a page, on a slow phone', slow: true, tag: [] },
  { what: 'the first write of a page', slow: false, tag: ['@full'] },
];

for (const { what, slow, tag } of ROUNDS) {
  test(`a heart that was shown as stored survives kill -9: ${what}, and the next one`, { tag }, async ({
    product,
  }) => {
    const phone = await Phone.unbox({ baseURL: product.url });
    try {
      let page = await phone.page();
      await new OwnPages(page).enter('student');
      await new SearchPage(page).openStored();
      await readyForOffline(page);
      const names = (await new SearchPage(page).names()).slice(0, 2);
      const done: string[] = [];
      for (const name of names) {
        await phone.context.setOffline(true);
        if (slow) await slowDown(page);
        await killOnceDone(phone, page, name);
        done.push(name);
        page = await (async () => {
          await phone.open();
          return phone.page();
        })();
        await phone.context.setOffline(true);
        await new SearchPage(page).openStored();
        for (const one of done) {
          await expect(heart(page, one).first()).toHaveAttribute('aria-pressed', 'true');
        }
      }
      await phone.context.setOffline(false);
      await expect
        .poll(async () => (await kept(product)).names, { timeout: 60_000 })
        .toEqual(done.toSorted());
    } finally {
      await phone.discard();
    }
  });
}

test('an account that was removed elsewhere: what it had not sent is named, can be copied, and goes when told to', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/student/requests/new?professor=marina-couto');
  await requests.fill('Forró', 'Só eu sei o que escrevi aqui.');
  await page.route(/\/rpc\/create_lesson_request$/, (route) => route.abort());
  await requests.send();
  await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  await product.sql(`delete from auth.users where email = 'aluno@danceflix.test'`);
  await page.unroute(/\/rpc\/create_lesson_request$/);
  await page.reload();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Esta conta não existe mais' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(dialog).toContainText('Pedido de aula');
  await expect(dialog).toContainText('Só eu sei o que escrevi aqui.');
  await expect(page.getByText('Entre novamente')).toHaveCount(0);
  await expect(page).not.toHaveURL(/login/);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await shoot(page, 'account-gone');
  await dialog.getByRole('button', { name: 'Copiar tudo' }).click();
  await expect(dialog).toContainText('Copiado');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Só eu sei o que escrevi aqui.',
  );
  await page.reload();
  await expect(dialog).toContainText('Só eu sei o que escrevi aqui.');
  await dialog.getByRole('button', { name: 'Apagar deste aparelho' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/envios');
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
});
