import type { Page } from '@playwright/test';
import { OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { changingTest, expect, test } from '../support/test';

/**
 * Waits until the page has loaded every file that the build lists for a part: files come a few at a
 * time (app/paced-preload.ts).
 */
async function expectBrought(page: Page, part: string): Promise<void> {
  // The tables of pages are in the first script, and in a part of their own for signed-in people.
  let files: string[] = [];
  const listed = async () => {
    for (const script of (await brought(page)).filter((path) => path.endsWith('.js'))) {
      const code = await (await page.request.get(script)).text();
      const all = JSON.parse(`[${/m\.f=\[(.*?)\]/.exec(code)?.[1] ?? ''}]`) as string[];
      const places = new RegExp(`${part}.{0,80}?__vite__mapDeps\\(\\[([\\d,]+)\\]\\)`)
        .exec(code)?.[1]
        ?.split(',');
      files = (places ?? []).map((place) => `/${all[Number(place)]}`);
      if (files.length > 1) break;
    }
    return files.length;
  };
  await expect.poll(listed, part).toBeGreaterThan(1);
  const missing = () => brought(page).then((there) => files.filter((file) => !there.includes(file)));
  await expect.poll(missing).toEqual([]);
}

/** The paths of the files of the build that the page has loaded. */
const brought = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/')),
  );

test('a card opens its teacher though the connection was lost before the tap, on a first visit', async ({
  page,
  context,
  search,
  teacher,
}) => {
  await search.openStored();
  await expectBrought(page, 'pages/public/teacher-page\\.tsx');
  await context.setOffline(true);
  await search.name.fill('lívia sanches');
  await search.card('Lívia Sanches').getByRole('link', { name: 'Conhecer Professor' }).click();
  await teacher.expectOf('Lívia Sanches');
});

test('a link’s page is loaded while the finger is still on it', async ({ page, search, frame }) => {
  await search.openStored();
  const asked = page.waitForRequest(/\/assets\/faq-page-/);
  await frame.openFooter();
  await frame.footer.getByRole('link', { name: 'Dúvidas' }).dispatchEvent('pointerdown');
  await asked;
  await expect(page).toHaveURL(/\/search$/);
});

changingTest(
  'a form that is sent after the signal went keeps what it says, and shows it, without the worker',
  { tag: '@full' },
  async ({ page, context }) => {
    const requests = new RequestPages(page);
    await new OwnPages(page).enter('student');
    await page.goto('/teachers/marina-couto');
    await requests.ask.click();
    await requests.fill('Forró', 'Quero conduzir um xote inteiro.');
    await expectBrought(page, 'pages/student/request-page\\.tsx');
    await expectBrought(page, '\\./page-[\\w-]+\\.js');
    await context.setOffline(true);
    await requests.send();
    await expect(page.getByRole('heading', { level: 1, name: 'Forró com Marina Couto' })).toBeVisible();
    await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  },
);
