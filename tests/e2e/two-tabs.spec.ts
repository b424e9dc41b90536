import type { Page } from '@playwright/test';
import { SearchPage } from './pages/search-page';
import { rename } from './support/people';
import { changingTest, expect } from './support/test';

function countPulls(page: Page): () => number {
  let pulls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/pull_teachers')) pulls += 1;
  });
  return () => pulls;
}

changingTest(
  'two tabs show the same, one of them pulls, and the other takes over when it is closed',
  async ({ page, context, search, product }) => {
    await search.openStored();
    const other = await context.newPage();
    const otherSearch = new SearchPage(other);
    const pullsOfOther = countPulls(other);
    await other.goto('/search');
    await otherSearch.expectStored();
    const pullsOfFirst = countPulls(page);

    await rename(product, 'Adwoa Mensah Ferraz', 'Adwoa Uma');
    await expect(search.card('Adwoa Uma')).toBeVisible();
    await expect(otherSearch.card('Adwoa Uma')).toBeVisible();
    expect(Math.min(pullsOfFirst(), pullsOfOther())).toBe(0);
    expect(pullsOfFirst() + pullsOfOther()).toBeGreaterThan(0);

    // Asking in the tab that does not pull makes the other one do it.
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
