import type { Page } from '@playwright/test';
import { OwnPages } from './pages/own-pages';
import { RequestPages } from './pages/request-pages';
import { changingTest, expect, test } from './support/test';

/** The page has brought a file whose name begins like this. */
async function expectBrought(page: Page, name: string): Promise<void> {
  const brought = () =>
    page.evaluate(
      (begin) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(begin)),
      `/assets/${name}-`,
    );
  await expect.poll(brought).toBe(true);
}

test('a card opens its teacher though the signal went before the tap, on a first visit', async ({
  page,
  context,
  search,
  teacher,
}) => {
  await search.openStored();
  await expectBrought(page, 'teacher-page');
  await context.setOffline(true);
  await search.name.fill('lívia sanches');
  await search.card('Lívia Sanches').getByRole('link', { name: 'Conhecer Professor' }).click();
  await teacher.expectOf('Lívia Sanches');
});

test('what a finger is on is brought before it is lifted', async ({ page, search, frame }) => {
  await search.openStored();
  const asked = page.waitForRequest(/\/assets\/faq-page-/);
  await frame.footer.getByRole('link', { name: 'Dúvidas' }).dispatchEvent('pointerdown');
  await asked;
  await expect(page).toHaveURL(/\/search$/);
});

changingTest(
  'a form that is sent after the signal went keeps what it says, and shows it, without the worker',
  async ({ page, context }) => {
    const requests = new RequestPages(page);
    await new OwnPages(page).enter('student');
    await page.goto('/teachers/marina-couto');
    await requests.ask.click();
    await requests.fill('Forró', 'Quero conduzir um xote inteiro.');
    await expectBrought(page, 'request-page');
    await context.setOffline(true);
    await requests.send();
    await expect(page.getByRole('heading', { level: 1, name: 'Forró com Marina Couto' })).toBeVisible();
    await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  },
);
