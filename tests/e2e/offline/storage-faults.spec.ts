import type { Page } from '@playwright/test';
import { collectErrors, expectAccessible } from '../../support/browser';
import type { SearchPage } from '../pages/search-page';
import type { TeacherPage } from '../pages/teacher-page';
import { BLOCKED, FULL, PRIVATE, tamper } from '../support/tamper';
import { expect, test } from '../support/test';

/** Searches, filters, turns pages and opens a teacher, as far as the network allows. */
async function expectWorkingApp(page: Page, search: SearchPage, teacher: TeacherPage): Promise<void> {
  await search.open();
  await search.expectCount(72);
  await search.next.click();
  await expect(search.where).toHaveText('Página 2 de 6');
  await search.name.fill('joao');
  await expect(search.card('João Aquino')).toBeVisible();
  await search.name.fill('');
  await search.chooseCity('Garopaba');
  await search.expectCount(2);
  await search.card('Bento Espíndola').getByRole('link').click();
  await teacher.expectOf('Bento Espíndola');
  await expect(teacher.whatsapp).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
}

for (const [fault, code, notice] of [
  ['a blocked IndexedDB', BLOCKED, /Este navegador não deixou salvar dados/],
  ['a full disk', FULL, /A memória deste aparelho está cheia/],
  ['a private window', PRIVATE, /Esta janela apaga o que for salvo/],
] as const) {
  test(`${fault} leaves a working online app and a clear notice`, async ({
    page,
    search,
    teacher,
    frame,
  }) => {
    const errors = collectErrors(page);
    await tamper(page, code);
    await expectWorkingApp(page, search, teacher);
    await expect(frame.storageNotice).toContainText(notice);
    await expectAccessible(page);
    await frame.storageNotice.getByRole('button', { name: 'Dispensar aviso' }).click();
    await expect(frame.storageNotice).toHaveCount(0);
    expect(errors).toEqual([]);
  });
}

test('a store that is deleted under the running page is filled again, unnoticed', async ({
  page,
  search,
}) => {
  await search.openStored();
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (name) {
        await new Promise<void>((resolve) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => resolve();
          request.onblocked = () => resolve();
        });
      }
    }
  });
  await expect(search.cards).toHaveCount(12);
  await search.name.fill('joao');
  await expect(search.card('João Aquino')).toBeVisible();
  await search.refresh.click();
  await expect(search.refresh).toBeEnabled();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').join()))
    .toContain('teachers');
  await search.openStored('?name=marina%20couto');
  await expect(search.card('Marina Couto')).toBeVisible();
});
