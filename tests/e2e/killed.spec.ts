/** A browser that is killed the moment a tap is shown as done: what was shown is there, on a slow phone too. */
import type { Page } from '@playwright/test';
import { Phone, readyForOffline } from '../support/browser';
import { heart, kept } from './pages/hearts';
import { OwnPages } from './pages/own-pages';
import { SearchPage } from './pages/search-page';
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
