/** Search by what decides a lesson: the teacher's answers, the filters, the order and its reasons. */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { changingTest, expect, test } from '../support/test';

changingTest.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

changingTest(
  'a teacher says where, for whom and how, is found by it without a connection, and the card says why',
  {
    tag: '@worker',
  },
  async ({ page, product, context, search, frame }) => {
    const own = new OwnPages(page);
    await own.enter('teacher');
    await own.openProfile('teacher');
    const choose = async (name: string, wanted: readonly string[]) => {
      const group = own.profile.getByRole('group', { name });
      for (const box of await group.getByRole('checkbox').all()) await box.uncheck();
      for (const label of wanted) await group.getByRole('checkbox', { name: label, exact: true }).check();
    };
    await own.profile.getByLabel('Bairro').fill('Jucutuquara');
    await own.profile.getByRole('group', { name: 'Terça' }).getByRole('checkbox', { name: 'Noite' }).check();
    await choose('Onde você dá aulas', ['Vou até você', 'No estúdio']);
    await choose('Níveis que você ensina', ['Iniciante']);
    await choose('Papéis que você ensina', ['Conduz', 'É conduzido(a)']);
    await own.profile.getByLabel(/^Aceito casais/).check();
    await own.profile.getByLabel(/^Lugar acessível/).press('Space');
    await own.profile.getByRole('group', { name: 'Níveis que você ensina' }).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'offers-form');
    await readyForOffline(page);
    await context.setOffline(true);
    await own.save();
    await expect(own.profile.getByText(/^Salvo no aparelho/)).toBeVisible();
    await context.setOffline(false);
    const kept = () =>
      product.sql(
        `select lesson_places, levels, dance_roles, accepts_couples, is_accessible from public.teacher_listings
       where id = ${idOf('teacher')}`,
      );
    await expect.poll(kept).toEqual([
      {
        lesson_places: ['casa', 'estudio'],
        levels: ['iniciante'],
        dance_roles: ['conduz', 'conduzido'],
        accepts_couples: true,
        is_accessible: true,
      },
    ]);
    await page.goto('/teachers/marina-couto');
    const shown = frame.main.getByRole('heading', { name: 'Como são as aulas' }).locator('..');
    await expect(shown.getByRole('definition')).toHaveText([
      'Vai até você · No estúdio',
      'Iniciante',
      'Conduz · É conduzido(a)',
      'Aceita casais',
      'Lugar acessível',
    ]);
    await shown.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await shoot(page, 'offers-page');

    // Another teacher of the city pays for a highlight.
    await product.sql(
      `insert into public.supporter_tiers (user_id, email, tier, amount)
     select id, 'elias@example.test', 'destaque_salao', 20 from public.user_profiles where name = 'Elias Mattedi'`,
    );
    await search.openStored('?city=Vit%C3%B3ria');
    await expect(search.cards.first()).toContainText('Elias Mattedi');
    await expect(search.cards.first()).toContainText('Destaque pago');
    const inCity = await search.cards.count();

    await context.setOffline(true);
    await page.setViewportSize({ width: 360, height: 640 });
    await search.openFilters();
    await search.sheet.getByLabel('Bairro').fill('Bairro Vazio');
    await search.sheet.getByRole('button', { name: /^Ver / }).click();
    const nobody = page.getByText('Ninguém em Bairro Vazio: veja outros bairros', { exact: true });
    await expect(nobody).toBeVisible();
    expect(await search.cards.count()).toBe(inCity);
    // With other criteria too.
    await search.openFilters();
    await search.sheet.getByLabel('Nível').selectOption('iniciante');
    await search.sheet.getByRole('button', { name: /^Ver / }).click();
    await expect(search.sheet).toHaveCount(0);
    await expect(nobody).toBeVisible();
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'offers-nobody');
    await page.setViewportSize({ width: 360, height: 640 });
    await search.openFilters();
    await search.sheet.getByLabel('Bairro').fill('jucutuquara');
    await search.chooseTimes(['Terça', 'Noite']);
    await search.sheet.getByLabel('Nível').selectOption('iniciante');
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'offers-sheet');
    await page.setViewportSize({ width: 360, height: 640 });
    await search.sheet.getByRole('button', { name: /^Ver / }).click();
    await expect(search.sheet).toHaveCount(0);
    await expect(page.getByText('1 combina com tudo', { exact: true })).toBeVisible();
    const first = search.cards.first();
    await expect(first).toContainText('Marina Couto');
    await expect(first).toContainText(
      'Ensina em Jucutuquara, tem horário na terça à noite, ensina iniciantes',
    );
    // The highlighted one stays, below: no times are said there.
    await expect(search.card('Elias Mattedi')).toContainText('Ensina iniciantes');
    expect(await search.cards.count()).toBeLessThan(inCity);
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'offers-results');
    await search.expectQuery('?city=Vitória&area=jucutuquara&when=terca-noite&level=iniciante');

    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole('button', { name: 'Remover filtro Terça à noite' }).click();
    await search.openFilters();
    await search.sheet.getByLabel('Aceita casais').check();
    await search.sheet.getByLabel('Onde é a aula').selectOption('estudio');
    await search.closeFilters();
    await expect(search.cards).toHaveCount(1);
    await expect(first).toContainText('dá aulas no estúdio, aceita casais');
    await search.openFilters();
    await search.sheet.getByLabel('Conferido pela equipe').selectOption('antecedentes');
    await search.closeFilters();
    await expect(search.nobody).toBeVisible();
    await context.setOffline(false);
  },
);

test('a name is found in any order, with a title, unseen characters and a wrong letter', {
  tag: '@full',
}, async ({ page, search }) => {
  await search.openStored();
  for (const typed of ['Couto Marina', 'prof. marina couto', 'Mari\u200bna\u200d Couto', 'Profª Couto']) {
    await search.name.fill(typed);
    await search.expectCount(1);
    await expect(search.card('Marina Couto')).toBeVisible();
  }
  await search.name.fill('Marena Couto');
  await expect(page.getByText('Ninguém com este nome: veja parecidos')).toBeVisible();
  await expect(search.card('Marina Couto')).toContainText('Nome parecido');

  // The second half of a double tap lands beside the sheet, or on what lies under it.
  await doubleTap(search.sheetButton);
  await expect(search.sheet).toBeVisible();
  await doubleTap(search.sheet.getByRole('button', { name: /^Ver / }));
  await expect(search.sheet).toHaveCount(0);
  await search.expectQuery('?name=Marena Couto');
});
