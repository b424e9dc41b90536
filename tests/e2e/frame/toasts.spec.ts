import type { Page } from '@playwright/test';
import { stopClock } from '../support/clock';
import { fail } from '../support/network';
import { expect, test } from '../support/test';

const load = (page: Page) => page.getByRole('button', { name: /banco/ });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
const LOADED = 'Dados carregados diretamente do banco';

/** sonner draws a new toast with a timer: a stopped clock has to be moved on a little. */
async function raised(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return page.locator('[data-sonner-toast]').count();
    })
    .toBe(count);
}

test('[A307][A308] a toast stays four seconds, and three are visible at once', async ({ page, frame }) => {
  await page.clock.install();
  await page.goto('/debug/dance-styles');
  await expect(load(page)).toBeEnabled();
  await load(page).click();
  await expect(toast(page, LOADED)).toBeVisible();
  await stopClock(page);
  // Begins with a new toast, so that its time starts under the stopped clock.
  await page.clock.runFor(6000);
  await expect(frame.toasts).toHaveCount(0);
  await load(page).click();
  await raised(page, 1);
  await page.clock.runFor(3860);
  await expect(frame.toasts).toHaveAttribute('data-removed', 'false');
  await page.clock.runFor(160);
  await expect(frame.toasts.and(page.locator('[data-removed="false"]'))).toHaveCount(0);
  await page.clock.runFor(1000);
  await expect(frame.toasts).toHaveCount(0);

  for (let count = 1; count <= 5; count += 1) {
    await expect(load(page)).toBeEnabled();
    await load(page).click();
    await raised(page, count);
  }
  await page.clock.runFor(500);
  await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3);
});

test('[A309][A310] at 1280 px a toast is 356 px wide, and two are 14 px apart', { tag: '@full' }, async ({
  page,
  frame,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/debug/dance-styles');
  // A notice that pushes the page down may swallow a click.
  await expect(async () => {
    await load(page).click();
    expect(await frame.toasts.count()).toBeGreaterThanOrEqual(2);
  }).toPass();
  const front = page.locator('[data-sonner-toast][data-front="true"]');
  const box = await front.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 178, (box?.y ?? 0) + 20);
  await expect(front).toHaveAttribute('data-expanded', 'true');
  const boxes = async () => Promise.all((await frame.toasts.all()).map((one) => one.boundingBox()));
  await expect
    .poll(async () => {
      const [one, other] = (await boxes()).sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0)).slice(-2);
      return Math.round((other?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0));
    })
    .toBe(14);
  expect(new Set((await boxes()).map((box) => box?.width))).toEqual(new Set([356]));
});

test('[A311] a toast is swiped away by 20 px and comes back from 19', { tag: '@full' }, async ({
  page,
  frame,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await page.goto('/debug/dance-styles');
  await load(page).click();
  await expect(frame.toasts).toHaveAttribute('data-mounted', 'true');
  await stopClock(page);
  // The toast slides in and back: the pointer can only grab it at rest.
  const atRest = async () => {
    let last = '';
    await expect
      .poll(async () => {
        const before = last;
        last = JSON.stringify(await frame.toasts.boundingBox());
        return before === last;
      })
      .toBe(true);
    return frame.toasts.boundingBox();
  };
  const drag = async (distance: number) => {
    const box = await atRest();
    if (!box) throw new Error('no toast');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + distance / 2);
    // Slower than a flick, which dismisses by its speed.
    await page.clock.runFor(900);
    await page.mouse.move(x, y + distance);
    await page.mouse.up();
  };
  await drag(19);
  await expect(frame.toasts).toHaveAttribute('data-swipe-out', 'false');
  await drag(21);
  // A toast that is leaving does not count as present.
  await expect(page.locator('[data-sonner-toast]')).toHaveAttribute('data-swipe-out', 'true');
});

test('[A153] an error looks like one, a success does not', { tag: '@full' }, async ({ page }) => {
  await page.goto('/debug/dance-styles');
  const look = (text: string) =>
    toast(page, text).evaluate((element) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(element);
      return [backgroundColor, borderColor, color].join();
    });
  await load(page).click();
  await expect(toast(page, LOADED)).toBeVisible();
  const success = await look(LOADED);
  await expect(toast(page, LOADED)).not.toHaveAttribute('data-type', 'error');
  await page.route('**/rest/v1/dance_styles?*', fail);
  await load(page).click();
  const error = toast(page, 'Erro ao buscar dados do banco');
  await expect(error).toHaveAttribute('data-type', 'error');
  expect(await look('Erro ao buscar dados do banco')).not.toBe(success);
});
