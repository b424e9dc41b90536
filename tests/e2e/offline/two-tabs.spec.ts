import type { Page } from '@playwright/test';
import { readyForOffline } from '../../support/browser';
import { OutboxPage, pageSends } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import { SearchPage } from '../pages/search-page';
import { rename } from '../support/people';
import { changingTest, expect } from '../support/test';

changingTest.use({ serviceWorkers: 'allow' });

function countPulls(page: Page): () => number {
  let pulls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rpc/pull_')) pulls += 1;
  });
  return () => pulls;
}

changingTest(
  'two tabs show the same, one of them pulls, and the other takes over when it is closed',
  async ({ page, context, search, product }) => {
    await search.openStored();
    const pullsOfFirst = countPulls(page);
    const other = await context.newPage();
    const otherSearch = new SearchPage(other);
    const pullsOfOther = countPulls(other);
    await other.goto('/search');
    await otherSearch.expectStored();
    await rename(product, 'Adwoa Mensah Ferraz', 'Adwoa Meia');
    await expect(search.card('Adwoa Meia')).toBeVisible();
    await rename(product, 'Adwoa Meia', 'Adwoa Uma');
    await expect(search.card('Adwoa Uma')).toBeVisible();
    await expect(otherSearch.card('Adwoa Uma')).toBeVisible();
    expect(Math.min(pullsOfFirst(), pullsOfOther())).toBe(0);

    // A request in the tab that does not pull makes the other one do it.
    await product.sql('alter table public.teacher_listings disable trigger hint_updated');
    await rename(product, 'Adwoa Uma', 'Adwoa Duas');
    await otherSearch.refresh.click();
    await expect(search.card('Adwoa Duas')).toBeVisible();
    await expect(otherSearch.card('Adwoa Duas')).toBeVisible();

    await page.close();
    await product.sql('alter table public.teacher_listings enable trigger hint_updated');
    await rename(product, 'Adwoa Duas', 'Adwoa Três');
    await expect(otherSearch.card('Adwoa Três')).toBeVisible();
    await otherSearch.name.fill('tres');
    await expect(otherSearch.card('Adwoa Três')).toBeVisible();
  },
);

changingTest(
  'the first write of a phone shows in a tab that was open before, which sends it when it is the only one left',
  { tag: '@full' },
  async ({ page, context, search, product }) => {
    await pageSends(page);
    await new OwnPages(page).enter('student');
    const other = await context.newPage();
    await pageSends(other);
    for (const tab of [page, other]) {
      await tab.goto('/search');
      await readyForOffline(tab);
    }
    const heart = (tab: Page) => tab.getByRole('button', { name: 'Salvar Zeca Amparo em Meus professores' });
    await search.name.fill('zeca');
    await new SearchPage(other).name.fill('zeca');
    await expect(heart(other)).toHaveAttribute('aria-pressed', 'false');

    await context.setOffline(true);
    await heart(page).click();
    await expect(heart(other)).toHaveAttribute('aria-pressed', 'true');
    await expect(new OutboxPage(other).badge).toHaveAccessibleName('Envios pendentes: 1');
    await page.close();
    await context.setOffline(false);
    await expect(new OutboxPage(other).badge).toHaveCount(0);
    expect(
      await product.sql(`select is_on from public.favourites where user_id = ${idOf('student')}`),
    ).toEqual([{ is_on: true }]);
  },
);
