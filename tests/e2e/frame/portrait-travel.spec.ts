import type { Page } from '@playwright/test';
import { collectErrors, expectAccessible } from '../../support/browser';
import { expect, test } from '../support/test';

test.use({ viewport: { width: 360, height: 800 } });

interface Snapshot {
  path: string;
  /** Teachers whose portrait has a transition's name. */
  named: string[];
}

/** Records at every snapshot of a view transition which portraits are named. */
async function recordTravels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const taken: Snapshot[] = [];
    const take = () => {
      const portraits = [...document.querySelectorAll<HTMLElement>('[data-portrait]')];
      const named = portraits.filter((one) => one.style.viewTransitionName !== '');
      taken.push({ path: location.pathname, named: named.map((one) => one.dataset.portrait ?? '') });
    };
    Object.assign(window, { taken });
    const begin = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      take();
      const transition = begin(update);
      transition.updateCallbackDone.then(take, take);
      return transition;
    };
  });
}

const taken = (page: Page) => page.evaluate(() => Reflect.get(window, 'taken') as Snapshot[]);

/** Opens a page whose code for travelling portraits is there. */
async function openWith(page: Page, path: string): Promise<void> {
  const code = page.waitForResponse(/\/assets\/portrait-travel-[^/]+\.js$/);
  await page.goto(path);
  await (await code).finished();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('the portrait travels from the card to the page and back, with focus and scroll position', async ({
  page,
  search,
  teacher,
}) => {
  const errors = collectErrors(page);
  await recordTravels(page);
  await openWith(page, '/search');
  await search.expectStored();
  const card = search.cards.nth(3);
  await card.scrollIntoViewIfNeeded();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  const id = await card.locator('[data-portrait]').getAttribute('data-portrait');
  const place = await page.evaluate(() => window.scrollY);
  // Its middle, not the button: the whole card opens the page.
  await card.click();
  await teacher.expectOf(name);
  await expect(teacher.heading).toBeFocused();
  await expect.poll(() => taken(page)).toHaveLength(2);
  const [before, after] = await taken(page);
  expect(before?.named).toEqual([id]);
  // A slow machine may leave the animation out, but never names two portraits.
  expect([[id], []]).toContainEqual(after?.named);
  await page.goBack();
  await expect(search.heading).toHaveText('Encontrar Professores de Dança');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await expect.poll(() => page.locator('[data-portrait][style*="view-transition"]').count()).toBe(0);
  for (const { named } of await taken(page)) expect(named.length).toBeLessThanOrEqual(1);
  expect(errors).toEqual([]);
});

test('[T065] with reduced motion, pages change without a transition', { tag: '@full' }, async ({
  page,
  search,
  teacher,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordTravels(page);
  await openWith(page, '/search');
  await search.cards.first().getByRole('link').click();
  await expect(teacher.whatsapp).toBeVisible();
  await page.goBack();
  await expect(search.cards.first()).toBeVisible();
  expect(await taken(page)).toEqual([]);
});

test('pages change although the browser breaks its transitions', { tag: '@full' }, async ({
  page,
  search,
  teacher,
}) => {
  await page.addInitScript(() => {
    document.startViewTransition = () => {
      throw new DOMException('broken', 'InvalidStateError');
    };
  });
  await openWith(page, '/search');
  const name = (await search.cards.first().getByRole('heading').textContent()) ?? '';
  await search.cards.first().getByRole('link').click();
  await teacher.expectOf(name);
  await page.goBack();
  await expect(search.card(name)).toBeVisible();
});

test('the hero shows faces beside the text, each a link, and none of them moves anything', {
  tag: '@full',
}, async ({ page, home, frame, teacher }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value') as number);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await home.open();
  const faces = page.getByRole('list', { name: 'Alguns dos nossos professores' }).getByRole('link');
  await expect(faces).toHaveCount(3);
  for (const face of await faces.all()) {
    await expect(face).toBeInViewport({ ratio: 0.5 });
    const box = await face.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    await expect(face.locator('img')).toHaveAttribute('loading', 'lazy');
  }
  await expect
    .poll(() =>
      faces
        .first()
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expect(home.slides.first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as number[]);
  expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  const name = (await faces.first().getAttribute('aria-label'))?.split(',')[0] ?? '';
  await faces.first().click();
  await teacher.expectOf(name);
});

test.describe('with a mouse', () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } });

  test('a card opens a new tab with the middle button and with Ctrl, and its text can be selected', {
    tag: '@full',
  }, async ({ page, search, context }) => {
    await openWith(page, '/search');
    const card = search.cards.first();
    const heading = card.getByRole('heading');
    const open = card.getByRole('link');
    for (const click of [
      () => heading.click({ button: 'middle' }),
      () => heading.click({ modifiers: ['ControlOrMeta'] }),
      () => open.click({ button: 'middle' }),
    ]) {
      const [tab] = await Promise.all([context.waitForEvent('page'), click()]);
      await expect(tab).toHaveURL(/\/teachers\//);
      await tab.close();
    }
    await expect(page).toHaveURL(/\/search$/);
    await expect(card.getByRole('link')).toHaveCount(1);

    const box = await heading.boundingBox();
    if (!box) throw new Error('The heading has no box');
    await page.mouse.move(box.x + 2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + 8, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString().length)).toBeGreaterThan(3);
    await expect(page).toHaveURL(/\/search$/);
  });
});
