import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../support/browser';
import { idOf, OwnPages } from './pages/own-pages';
import { expect, changingTest as test } from './support/test';

test.describe.configure({ timeout: 180_000 });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const MARINA = `(select id from public.user_profiles where name = 'Marina Couto')`;
const reports = `select reason, details from public.reports
  where reporter_id = ${idOf('student')} and target_id = ${MARINA}`;
const blocked = `select is_on from public.blocks where user_id = ${idOf('student')} and person_id = ${MARINA}`;
const open = `select id from public.lesson_requests
  where student_id = ${idOf('student')} and teacher_id = ${MARINA} and status in ('Pendente', 'Aceito')`;

/** Both sizes, to be looked at. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/${name}-360.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: `test-results/${name}-1280.png`, fullPage: true });
  await page.setViewportSize({ width: 360, height: 800 });
}

test('a report takes two taps and a block one question, without a connection too; the block is taken back', async ({
  page,
  product,
  context,
  search,
  frame,
}) => {
  const own = new OwnPages(page);
  expect(await product.sql(open)).not.toEqual([]);
  await own.enter('student');
  await page.goto('/teachers/marina-couto');
  await readyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Denunciar este perfil' }).click();
  await expectAccessible(page);
  await shoot(page, 'report-reasons');
  await page.getByRole('button', { name: 'Propaganda ou golpe' }).click();
  await expect(page.getByRole('heading', { name: /^Denúncia guardada/ })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'report-told');
  await page.getByLabel('Quer explicar melhor?').fill('Vende um curso na descrição.');
  await page.getByRole('button', { name: 'Enviar explicação' }).click();

  await page.getByRole('button', { name: 'Bloquear Marina Couto' }).click();
  await expect(page.getByText('Marina Couto não recebe aviso.')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'block-question');
  await page.getByRole('button', { name: 'Sim, bloquear' }).click();
  await expect(page.getByRole('button', { name: 'Desbloquear Marina Couto' })).toBeVisible();
  await page.goto('/search?nome=Couto');
  await search.name.fill('Marina Couto');
  await expect(search.nobody).toBeVisible();
  await page.reload();
  await search.name.fill('Marina Couto');
  await expect(search.nobody).toBeVisible();

  await context.setOffline(false);
  await expect
    .poll(() => product.sql(reports))
    .toEqual([{ reason: 'spam', details: 'Vende um curso na descrição.' }]);
  await expect.poll(() => product.sql(blocked)).toEqual([{ is_on: true }]);
  expect(await product.sql(open)).toEqual([]);
  await page.goto('/student/configurations');
  const people = page.getByRole('region', { name: 'Pessoas bloqueadas' });
  await expect(people.getByText('Marina Couto')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'blocked-people');
  await people.getByRole('button', { name: 'Desbloquear Marina Couto' }).click();
  await expect(people.getByText('Você não bloqueou ninguém.')).toBeVisible();
  await expect.poll(() => product.sql(blocked)).toEqual([{ is_on: false }]);
  await search.open();
  await search.name.fill('Marina Couto');
  await expect(search.card('Marina Couto')).toBeVisible();
});
