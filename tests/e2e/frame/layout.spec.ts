import type { Page } from '@playwright/test';
import { crowdedLabels } from '../../support/legible';
import { OwnPages } from '../pages/own-pages';
import { expect, test } from '../support/test';

const SCREENS = [
  '/',
  '/search',
  '/search?name=maria%20aparecida',
  '/search?name=zzzz',
  '/teachers/maria-aparecida-da-conceicao-de-vasconcelos-albuquerque-mont',
  '/teachers/ninguem',
  '/duvidas#como-falo-com-o-professor',
  '/forro/florianopolis',
  '/aprenda-a-dancar-com-professores-particulares',
  '/nao-existe',
  '/pwa-test',
  '/debug/dance-styles',
] as const;

async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#root [aria-busy="true"]')).toHaveCount(0);
}

/** Controls that are smaller than a finger, as text and size. Links within a sentence are exempt (WCAG 2.5.8). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, [role="button"]',
    );
    const found: string[] = [];
    for (const control of controls) {
      const style = getComputedStyle(control);
      const { width, height } = control.getBoundingClientRect();
      if (width === 0 || height === 0 || style.visibility === 'hidden') continue;
      // Visible on focus only.
      if (control.matches('a[href^="#"]')) continue;
      const inSentence = style.display === 'inline' && control.parentElement?.tagName === 'P';
      if (inSentence || (height >= 47.5 && width >= 47.5)) continue;
      found.push(`${control.textContent?.trim() || control.outerHTML.slice(0, 80)}: ${width} × ${height}`);
    }
    return found;
  });
}

test('no screen scrolls sideways at 360 px, at 320 px and with text twice as large', async ({
  page,
  frame,
}) => {
  for (const path of SCREENS) {
    await page.setViewportSize({ width: 360, height: 800 });
    await settle(page, path);
    await test.step(`${path} at 360 px`, () => frame.expectNoSidewaysScroll());
    await page.setViewportSize({ width: 320, height: 640 });
    await test.step(`${path} at 320 px`, () => frame.expectNoSidewaysScroll());
    await page.setViewportSize({ width: 360, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await test.step(`${path} at 360 px, 200 % text`, () => frame.expectNoSidewaysScroll());
  }
});

/** The measured height of the bar as set on the page; empty where the style sheet knew it. */
const measuredBar = (page: Page) =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--bar-height'));

test('the style sheet knows the height of the bottom bar, and its labels stand apart at 320 px, for visitors and members', {
  tag: '@full',
}, async ({ page, frame, search }) => {
  await search.openStored();
  expect((await frame.bar.boundingBox())?.height).toBe(77);
  expect(await measuredBar(page)).toBe('');
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await crowdedLabels(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });

  await new OwnPages(page).enter('student');
  await search.openStored();
  expect((await frame.bar.boundingBox())?.height).toBe(63);
  expect(await measuredBar(page)).toBe('');
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await crowdedLabels(page)).toEqual([]);
});

test('controls are large enough for a finger', { tag: '@full' }, async ({ page, search }) => {
  const found: Record<string, string[]> = {};
  for (const path of SCREENS) {
    await settle(page, path);
    const small = await smallTargets(page);
    if (small.length > 0) found[path] = small;
  }
  await search.openStored('?style=Forr%C3%B3&city=S%C3%A3o%20Paulo');
  await search.openFilters();
  const small = await smallTargets(page);
  if (small.length > 0) found.sheet = small;
  expect(found).toEqual({});
});

test('a long name is shown whole, on its card and on its page', { tag: '@desktop' }, async ({
  page,
  search,
  teacher,
  frame,
}) => {
  const name = 'Maria Aparecida da Conceição de Vasconcelos Albuquerque Montenegro e Cavalcanti';
  await search.openStored('?name=maria%20aparecida%20da');
  const heading = search.card(name).getByRole('heading');
  await expect(heading).toHaveText(name);
  const cut = () => heading.evaluate((element) => element.scrollWidth > element.clientWidth + 1);
  expect(await cut()).toBe(false);
  await search.card(name).getByRole('link').click();
  await teacher.expectOf(name);
  await frame.expectNoSidewaysScroll();
  await expect(page).toHaveTitle(new RegExp(name));
});

test('the bottom bar and the contact dock cover nothing at the end of a page', { tag: '@full' }, async ({
  page,
  frame,
  teacher,
}) => {
  await teacher.open('marina-couto');
  await teacher.expectOf('Marina Couto');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = frame.footer.getByRole('link').last();
  await expect(last).toBeInViewport();
  const free = await last.evaluate((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('a') === link;
  });
  expect(free).toBe(true);
});

test('[A315] the layout-shift monitor is disabled: nothing observes or reports shifts', {
  tag: '@full',
}, async ({ page }) => {
  const spoken: string[] = [];
  page.on('console', (message) => spoken.push(message.text()));
  await page.addInitScript(() => {
    const observed: unknown[] = [];
    Object.assign(globalThis, { observed });
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (options) {
      observed.push(options?.type, ...(options?.entryTypes ?? []));
      observe.call(this, options);
    };
  });
  await settle(page, '/');
  const observed = () => page.evaluate(() => Reflect.get(globalThis, 'observed'));
  expect(await observed()).not.toContain('layout-shift');
  expect(spoken.filter((text) => /layout.?shift|\bcls\b/i.test(text))).toEqual([]);
  // An observer here would have recorded a shift.
  await page.evaluate(() => new PerformanceObserver(() => undefined).observe({ type: 'layout-shift' }));
  expect(await observed()).toContain('layout-shift');
});
