import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../support/browser';
import { stopClock } from '../support/clock';
import { changingTest, expect, test } from '../support/test';

/** The colour painted behind a text; the element may be drawn anew meanwhile, so tests poll. */
async function tint(text: Locator): Promise<'red' | 'green' | 'neither'> {
  const color = await text.evaluate((element) => {
    let node: Element | null = element;
    while (node) {
      const { backgroundColor } = getComputedStyle(node);
      if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
      node = node.parentElement;
    }
    return '';
  });
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
  if (red > 2 * Math.max(green, blue)) return 'red';
  return green > Math.max(red, blue) ? 'green' : 'neither';
}

test('the page does not jump while a connection comes and goes', { tag: '@full' }, async ({
  page,
  context,
  frame,
  search,
}) => {
  await search.openStored();
  await page.evaluate(() => window.scrollTo(0, 900));
  const card = search.cards.nth(2);
  const place = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await place();
  for (let times = 0; times < 2; times++) {
    await context.setOffline(true);
    await expect(frame.offline).toBeVisible();
    await expect.poll(place).toBe(before);
    await context.setOffline(false);
    await expect(frame.back).toBeVisible();
    await expect(frame.back).toHaveCount(0);
    await expect.poll(place).toBe(before);
  }
});

test("[A098][A099][A100][A101][A102][A103] 'Modo Offline' in red while the connection is lost, 'Conectado' in green for three seconds after it", {
  tag: '@desktop',
}, async ({ page, context, frame, search }) => {
  await page.clock.install();
  await search.openStored();
  await expect(frame.offline).toHaveCount(0);
  await expect(frame.back).toHaveCount(0);

  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();
  await expect.poll(() => tint(frame.offline)).toBe('red');
  await expectAccessible(page);
  const box = await frame.offline.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.y).toBeLessThan(60);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThanOrEqual(2);

  // The banner is fixed and covers nothing: every control of the header is still the topmost
  // element at its place.
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect(frame.offline).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));
  const covered = await page.locator('a:visible, button:visible, input:visible').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        if (y < 0 || y > window.innerHeight * 0.5 || height === 0) return false;
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top !== null && top.closest('[role="status"]')?.textContent?.includes('Modo Offline') === true;
      })
      .map((control) => control.textContent),
  );
  expect(covered).toEqual([]);

  await stopClock(page);
  await page.clock.runFor(60_000);
  await expect(frame.offline).toBeVisible();
  await context.setOffline(false);
  await expect(frame.back).toBeVisible();
  await expect(frame.offline).toHaveCount(0);
  await expect.poll(() => tint(frame.back)).toBe('green');
  await page.clock.runFor(2900);
  await expect(frame.back).toBeVisible();
  await page.clock.runFor(200);
  await expect(frame.back).toHaveCount(0);
});

changingTest(
  '[A099] a server that cannot be reached counts as offline while the browser claims to be online',
  { tag: '@full' },
  async ({ page, frame, search, product }) => {
    await search.openStored();
    await product.kill();
    await search.refresh.click();
    await expect(frame.offline).toBeVisible();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await search.name.fill('marina couto');
    await expect(search.card('Marina Couto')).toBeVisible();

    await product.resume();
    await expect(frame.back).toBeVisible();
    await expect(frame.offline).toHaveCount(0);
  },
);
