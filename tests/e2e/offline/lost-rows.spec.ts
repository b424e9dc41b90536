/** A block of teachers' rows that the disk has damaged: two tabs meet it, and its rows are fetched again once. */
import type { Page } from '@playwright/test';
import { storedIn } from '../../../src/db/storage/names';
import { SearchPage } from '../pages/search-page';
import { expect, test } from '../support/test';

/** Cuts the first block's text to `length`, or only tells how long it is. */
const block = (page: Page, cutTo: number | null) =>
  page.evaluate(
    ([name, length]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('docs', 'readwrite');
          const docs = transaction.objectStore('docs');
          const reading = docs.get('block-0');
          reading.onsuccess = () => {
            const found = reading.result as { text: string };
            if (length !== null) docs.put({ ...found, text: found.text.slice(0, length) });
            transaction.oncomplete = () => {
              opening.result.close();
              resolve(found.text.length);
            };
          };
        };
      }),
    [storedIn('teachers'), cutTo] as const,
  );

test('a damaged block of rows comes again, while both tabs show all teachers @full', async ({
  page,
  context,
  search,
}) => {
  await search.openStored();
  const other = await context.newPage();
  const otherSearch = new SearchPage(other);
  await otherSearch.openStored();
  const asked: string[] = [];
  context.on('request', (request) => {
    const url = decodeURIComponent(request.url());
    if (url.includes('teacher_listings?select=*') && url.includes('id=in.')) asked.push(url);
  });
  const length = await block(other, 40);
  await other.getByRole('link', { name: 'Conhecer Professor' }).first().click();
  await expect(other.getByRole('heading', { name: 'Sobre' })).toBeVisible();
  await expect.poll(() => block(other, null)).toBeGreaterThan(length / 2);
  await other.goBack();
  await otherSearch.expectCount(72);
  await search.expectCount(72);
  expect(asked).toHaveLength(1);

  // The rows are here: another teacher's page opens whole without the server.
  await context.route('**/rest/v1/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Conhecer Professor' }).nth(3).click();
  await expect(page.getByRole('heading', { name: 'Sobre' })).toBeVisible();
});
