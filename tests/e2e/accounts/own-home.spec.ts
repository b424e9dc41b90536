import { expectAccessible, expectPicturesKept, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { expect, changingTest as test } from '../support/test';

test('a student’s home shows what to do next, offline too', { tag: '@worker' }, async ({
  page,
  product,
  context,
  errors,
  frame,
}) => {
  const own = new OwnPages(page);
  await product.sql(
    `update public.user_profiles set whatsapp = null, profile_image_url = null where id = ${idOf('student')}`,
  );
  await own.enter('student');
  await expect(own.completeness).toContainText('Adicionar uma foto');
  await expect(own.completeness.getByText(/^\d+%$/)).not.toHaveText('100%');
  await expect(page.getByRole('main').getByRole('link', { name: 'Encontrar um professor' })).toHaveAttribute(
    'href',
    '/search',
  );
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await workerControls(page);
  await expectPicturesKept(page);
  expect(errors).toEqual([]);
  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();
  // Errors of requests that were under way do not count.
  errors.length = 0;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
  await expect(own.completeness).toContainText('Adicionar uma foto');
  await own.completeness.getByRole('link', { name: 'Completar perfil' }).click();
  await expect(own.profile).toBeVisible();
  // The app checks now and then whether the server is back.
  expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED.*select=id&limit=1/.test(error))).toEqual([]);
});

test('a teacher’s home shows the state of the profile', { tag: '@full' }, async ({ page, product }) => {
  const own = new OwnPages(page);
  const set = (columns: string) =>
    product.sql(`update public.teachers set ${columns} where id = ${idOf('teacher')}`);
  await set(`is_active = true, is_paused = false, approved_at = '2026-11-03T12:00:00Z'`);
  await own.enter('teacher');
  await expect(own.approval).toContainText('Aprovado');
  await expect(own.approval).toContainText('Aprovado em 3 de novembro de 2026.');
  await expect(own.approval.getByRole('link', { name: 'Ver minha página' })).toHaveAttribute(
    'href',
    /^\/teachers\/./,
  );
  await expectAccessible(page);

  await set('is_paused = true');
  await page.reload();
  await expect(own.approval).toContainText('Pausado');
  await expect(own.approval).toContainText('3 de novembro de 2026');
  await set('is_paused = false, is_active = false, approved_at = null');
  await page.reload();
  await expect(own.approval).toContainText('Em análise');
  await expectAccessible(page);
});
