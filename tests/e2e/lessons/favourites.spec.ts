import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const heart = (page: Page, name: string) =>
  page.getByRole('button', { name: `Salvar ${name} em Meus professores` });

const favourites = `select p.name, f.is_on from public.favourites f
  join public.user_profiles p on p.id = f.teacher_id where f.user_id = ${idOf('student')} order by p.name`;

test('a visitor’s favourite is added after the sign-in; a student’s offline favourites arrive once', async ({
  page,
  product,
  context,
  search,
  frame,
}) => {
  await search.openStored('?style=Forr%C3%B3');
  await heart(page, 'Zeca Amparo').click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsearch%3Fstyle%3D/);
  await expect(page.getByText('Entre para salvar Zeca Amparo')).toBeVisible();
  await page.getByLabel('E-mail').fill('aluno@danceflix.test');
  await page.getByLabel('Senha', { exact: true }).fill('danceflix-aluno');
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/search\?style=/);
  await expect(heart(page, 'Zeca Amparo')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => product.sql(favourites)).toEqual([{ name: 'Zeca Amparo', is_on: true }]);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'favourites-search');

  await page.goto('/teachers/livia-sanches');
  await readyForOffline(page);
  await context.setOffline(true);
  await heart(page, 'Lívia Sanches').click();
  await expect(heart(page, 'Lívia Sanches')).toHaveText('Salvo');
  await shoot(page, 'favourites-teacher');
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('link', { name: 'Meus professores' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meus professores' })).toBeVisible();
  await expect(search.cards).toHaveCount(2);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'favourites-list');
  // The heart in the list removes the favourite; the rest stays, after a reload too.
  await heart(page, 'Zeca Amparo').click();
  await expect(search.cards).toHaveCount(1);
  await page.reload();
  await expect(search.card('Lívia Sanches')).toBeVisible();
  await expect(search.cards).toHaveCount(1);

  await context.setOffline(false);
  await expect
    .poll(() => product.sql(favourites))
    .toEqual([
      { name: 'Lívia Sanches', is_on: true },
      { name: 'Zeca Amparo', is_on: false },
    ]);
  await heart(page, 'Lívia Sanches').click();
  await expect(page.getByRole('heading', { name: 'Nenhum professor salvo ainda' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'favourites-empty');
});

test('a favourite whose page was closed at once is sent by the next page, once', { tag: '@full' }, async ({
  page,
  product,
  context,
  search,
}) => {
  await new OwnPages(page).enter('student');
  await search.openStored('?style=Forr%C3%B3');
  await readyForOffline(page);
  await context.setOffline(true);
  const gone = page.waitForEvent('framenavigated');
  // Taps and leaves in one turn: nothing that the tap begins can end before the page does.
  await heart(page, 'Zeca Amparo').evaluate((button: HTMLElement) => {
    button.click();
    window.location.reload();
  });
  await gone;
  await expect(heart(page, 'Zeca Amparo')).toHaveAttribute('aria-pressed', 'true');
  await context.setOffline(false);
  await expect.poll(() => product.sql(favourites)).toEqual([{ name: 'Zeca Amparo', is_on: true }]);
  expect(
    await product.sql(
      `select count(*)::int as commands from public.command_log where kind = 'favourite.set'`,
    ),
  ).toEqual([{ commands: 1 }]);
});
