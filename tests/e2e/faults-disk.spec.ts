/** A disk that fills up while the app runs, and has room again later. */
import type { Page } from '@playwright/test';
import { heart, kept, tap } from './pages/hearts';
import { OutboxPage } from './pages/outbox-page';
import { OwnPages } from './pages/own-pages';
import { SearchPage } from './pages/search-page';
import { rename } from './support/people';
import { DISK, fillDisk, tamper } from './support/tamper';
import { expect, changingTest as test } from './support/test';

test.use({ serviceWorkers: 'block' });

const newName = (page: Page, name: string) => new SearchPage(page).card(name);

test('a disk that fills up under the page: it says so and shows what it had; with room again all is there, each write once', {
  tag: '@full',
}, async ({ page, product, frame }) => {
  test.setTimeout(300_000);
  await tamper(page, DISK);
  await new OwnPages(page).enter('student');
  const search = new SearchPage(page);
  await search.openStored();
  await expect(search.cards).toHaveCount(12);
  const [first = '', second = '', third = '', fourth = ''] = await search.names();
  await tap(page, first);
  await expect.poll(() => kept(product)).toEqual({ names: [first], commands: 1 });

  await fillDisk(page, true);
  await rename(product, third, 'Adwoa Sem Espaço');
  await expect(frame.storageNotice).toContainText('A memória deste aparelho está cheia');
  await heart(page, second).click();
  await expect(page.getByText('Não foi possível guardar')).toBeVisible();
  await expect(heart(page, second)).toHaveAttribute('aria-pressed', 'false');
  await expect(heart(page, first)).toHaveAttribute('aria-pressed', 'true');
  await search.name.fill(third);
  await expect(newName(page, third)).toBeVisible();
  await search.name.fill('');
  expect(await kept(product)).toEqual({ names: [first], commands: 1 });

  await fillDisk(page, false);
  await rename(product, fourth, 'Adwoa Com Espaço');
  await expect(newName(page, 'Adwoa Com Espaço')).toBeVisible({ timeout: 60_000 });
  await expect(newName(page, 'Adwoa Sem Espaço')).toBeVisible();
  await expect(frame.storageNotice).toHaveCount(0);
  await tap(page, second);
  await expect
    .poll(() => kept(product), { timeout: 60_000 })
    .toEqual({ names: [first, second].sort(), commands: 2 });
  await expect(new OutboxPage(page).badge).toHaveCount(0);
});
