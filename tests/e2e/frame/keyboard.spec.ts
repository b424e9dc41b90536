import type { Locator, Page } from '@playwright/test';
import { nameOptions } from '../support/pick-name';
import { expect, test } from '../support/test';

/** Presses Tab until `target` has the focus; every stop on the way has to be visible and show that it is focused. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectFocusShown(page);
      return;
    }
  }
  throw new Error(`${key} never came to ${target}`);
}

async function expectFocusShown(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return 'nothing focused';
    const shows = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    };
    // A field may show its focus on the box around it.
    const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
    return around.some((element) => element && shows(element)) ? 'shown' : focused.outerHTML.slice(0, 200);
  });
  expect(shown).toBe('shown');
}

// «o que está em foco tem uma borda visível.»
test('[T061] a teacher is found and opened with the keyboard alone', { tag: ['@full', '@desktop'] }, async ({
  page,
  home,
  search,
  teacher,
  frame,
}) => {
  await home.open();
  await expect(home.slides).toHaveCount(6);
  const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(frame.main).toBeFocused();
  await tabTo(page, home.all);
  await page.keyboard.press('Enter');
  await search.expectStored();
  await expect(search.heading).toBeFocused();

  await tabTo(page, search.name);
  await page.keyboard.type('livia');
  await expect(search.card('Lívia Sanches')).toBeVisible();
  await tabTo(page, search.card('Lívia Sanches').getByRole('link', { name: 'Conhecer Professor' }));
  await page.keyboard.press('Enter');
  await teacher.expectOf('Lívia Sanches');
  await expect(teacher.heading).toBeFocused();
  await tabTo(page, teacher.whatsapp);
  await tabTo(page, teacher.back, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await search.expectCount(1);
  await expect(search.name).toHaveValue('livia');
});

test('style and city are chosen with the keyboard alone', { tag: ['@full', '@desktop'] }, async ({
  page,
  search,
}) => {
  await search.openStored();
  const phone = (await search.sheetButton.count()) > 0;
  if (phone) {
    await tabTo(page, search.sheetButton);
    await page.keyboard.press('Enter');
    await expect(search.sheet).toBeVisible();
  }
  await tabTo(page, search.style);
  await page.keyboard.type('zou');
  await expect(nameOptions(search.style)).toHaveText(['Zouk']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(search.style).toHaveValue('Zouk');
  await tabTo(page, search.city);
  await page.keyboard.type('salv');
  await expect(nameOptions(search.city)).toHaveText(['Salvador']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(search.city).toHaveValue('Salvador');
  if (phone) await page.keyboard.press('Escape');
  await search.expectCount(1);
  await expect(search.card('Lázaro Guimarães Brito')).toBeVisible();
  await search.expectQuery('?style=Zouk&city=Salvador');
  await tabTo(page, page.getByRole('button', { name: 'Limpar Filtros', exact: true }), phone ? 'Tab' : 'Tab');
  await page.keyboard.press('Enter');
  await search.expectCount(72);
  await tabTo(page, search.next);
  await page.keyboard.press('Enter');
  await expect(search.where).toHaveText('Página 2 de 6');
});

test('[T061] the sheet of filters keeps the focus, closes with Escape and gives the focus back', async ({
  page,
  search,
}) => {
  await search.openStored();
  await search.sheetButton.focus();
  await page.keyboard.press('Enter');
  await expect(search.sheet).toBeVisible();
  const inside = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      // Chromium's own toolbars take focus between the last and the first control.
      return focused === document.body || focused?.closest('dialog') !== null;
    });
  expect(await inside()).toBe(true);
  const visited = new Set<string>();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await inside()).toBe(true);
    visited.add(await page.evaluate(() => document.activeElement?.outerHTML ?? ''));
  }
  expect(visited.size).toBeGreaterThanOrEqual(5);
  await page.keyboard.press('Escape');
  await expect(search.sheet).toHaveCount(0);
  await expect(search.sheetButton).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(search.sheet).toBeVisible();
  await tabTo(page, search.sheet.getByRole('button', { name: /^Ver \d+ professores$/ }));
  await page.keyboard.press('Enter');
  await expect(search.sheet).toHaveCount(0);
  await expect(search.sheetButton).toBeFocused();
});
