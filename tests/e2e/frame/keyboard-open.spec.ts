import type { Locator, Page } from '@playwright/test';
import { TOAST } from '../../support/browser';
import { LeadPages } from '../pages/lead-pages';
import { OwnPages } from '../pages/own-pages';
import { expect, test } from '../support/test';

/** The element over the middle of the field; the field itself where nothing covers it. */
function coverOf(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    for (const part of [0.1, 0.5, 0.9]) {
      const over = document.elementFromPoint(left + width * part, top + height / 2);
      // A button that belongs to the field is inside it.
      if (!element.parentElement?.contains(over))
        return `${over?.tagName}.${over?.className} at ${top} of ${innerHeight}`;
    }
    return 'nothing';
  });
}

const openKeyboard = (page: Page) => page.setViewportSize({ width: 360, height: 330 });

test('nothing covers the focused field while a keyboard is open, not even a notice', {
  tag: ['@worker', '@full'],
}, async ({ page, search }) => {
  await search.open();
  await search.name.click();
  await openKeyboard(page);
  await search.name.pressSequentially('mar');
  expect(await coverOf(search.name)).toBe('nothing');
  // The notice of the first visit has been raised meanwhile, and waits.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByText('Pronto para usar offline')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText('Pronto para usar offline')).toBeVisible();
  await search.name.click();
  await expect(page.getByText('Pronto para usar offline')).toHaveCount(0);
  expect(await coverOf(search.name)).toBe('nothing');

  await page.goto('/login');
  await page.getByLabel('E-mail').fill('a');
  await page.keyboard.press('Enter');
  await expect(page.locator(TOAST).first()).toBeVisible();
  await expect.poll(() => coverOf(page.locator('input:focus'))).toBe('nothing');
});

test('a list of cities scrolls itself, and does not scroll the field out of sight', { tag: '@full' }, async ({
  page,
}) => {
  await new OwnPages(page).enter('student');
  await new OwnPages(page).openProfile('student');
  const city = page.getByRole('combobox', { name: 'Cidade' });
  await city.fill('São Paulo');
  await page.getByRole('option', { name: 'São Paulo' }).click();
  await city.blur();
  await openKeyboard(page);
  await city.click();
  await expect(page.getByRole('listbox', { name: 'Cidades' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'São Paulo' })).toBeInViewport({ ratio: 0.01 });
  await expect(city).toBeInViewport({ ratio: 1 });
  expect(await coverOf(city)).toBe('nothing');
});

test("a list that opens low on the page is not covered by the phone's bar", { tag: '@full' }, async ({
  page,
}) => {
  const leads = new LeadPages(page);
  await leads.open();
  await leads.style.click();
  const list = page.getByRole('listbox', { name: 'Estilos' });
  await expect(list).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Navegação do celular' });
  const gap = async () => {
    const [above, below] = [await list.boundingBox(), await bar.boundingBox()];
    return above && below ? below.y - above.y - above.height : null;
  };
  await expect.poll(gap).toBeGreaterThan(0);
  await expect(leads.style).toBeInViewport({ ratio: 1 });
});

test('in forced colours, ratings and choices are still visible', async ({ page, teacher }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await teacher.open('marina-couto');
  await teacher.expectOf('Marina Couto');
  const bars = page.getByRole('list', { name: 'Avaliações por estrela' }).getByRole('listitem');
  await expect(bars).toHaveCount(5);
  for (const bar of await bars.all()) {
    await expect(bar).toContainText(/\d\s*\d/);
    const [edge, fill, page] = await bar.evaluate((element) => {
      const track = element.children[1] as HTMLElement;
      const color = (one: Element) => getComputedStyle(one).backgroundColor;
      return [
        getComputedStyle(track).borderTopStyle,
        color(track.firstElementChild ?? track),
        color(document.body),
      ];
    });
    expect(edge).toBe('solid');
    expect(fill).not.toBe(page);
  }
  const current = page.getByRole('navigation', { name: 'Navegação do celular' }).getByRole('link').first();
  await page.goto('/search');
  await expect(current.page().locator('nav [aria-current="page"]').first()).toHaveCSS(
    'outline-style',
    'solid',
  );
});
