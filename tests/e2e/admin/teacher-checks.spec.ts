/** From the team's check to what students see: with its month and meaning, offline, and gone on the day on which it ends. */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { AdminPages } from '../pages/admin-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { SearchPage } from '../pages/search-page';
import { TeacherPage } from '../pages/teacher-page';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test('[T015] a teacher is approved with what was checked; the page says it offline, and is gone when the identity expires', {
  tag: ['@worker', '@full'],
}, async ({ page, product, context, browser }) => {
  await product.sql(
    `update public.teachers set is_active = false, approved_at = null where id = ${idOf('teacher')}`,
  );
  await product.sql(`delete from public.teacher_checks where teacher_id = ${idOf('teacher')}`);
  const office = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 800 },
    locale: 'pt-BR',
  });
  const desk = await office.newPage();
  const admin = new AdminPages(desk);
  await admin.enter('/admin/teachers');
  await desk.getByRole('button', { name: 'Aprovar: Marina Couto' }).click();
  // Nothing is ticked beforehand: approving says that a person looked.
  const identity = admin.dialog.getByRole('checkbox', { name: 'Identidade' });
  await expect(identity).not.toBeChecked();
  await expect(admin.dialog).toContainText('Aprovar quer dizer que a identidade foi conferida');
  await admin.confirm('Aprovar');
  await expect(
    admin.dialog.getByText('Marque a identidade: sem ela ninguém aparece na busca.'),
  ).toBeVisible();
  await identity.check();
  await admin.dialog.getByRole('checkbox', { name: 'Antecedentes' }).check();
  await admin.expectSound();
  await shoot(desk, 'checks-approve');
  await admin.confirm('Aprovar');
  await admin.told('Marina Couto: perfil aprovado');

  const search = new SearchPage(page);
  await search.openStored('?name=marina%20couto');
  await expect(search.card('Marina Couto')).toBeVisible();
  const teacher = new TeacherPage(page);
  await teacher.open('marina-couto');
  const month = new Intl.DateTimeFormat('pt-BR', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/Sao_Paulo',
  });
  const line = page.getByText(`Identidade conferida em ${month.format(new Date())}`, { exact: true });
  await expect(line).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await line.click();
  await expect(page.getByText(/Não quer dizer que acompanhamos as aulas/)).toBeVisible();
  const record = page.getByText(/^Antecedentes conferidos em/);
  await expect(record).toBeVisible();
  await line.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await shoot(page, 'checks-page');
  await page.getByRole('button', { name: /^Aprovado em/ }).click();
  await expect(page.getByRole('dialog', { name: /verificado/ })).toContainText('Identidade conferida em');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Without a server: after six months one item goes, after two years the whole page.
  const later = (months: number) => {
    const date = new Date();
    date.setMonth(date.getMonth() + months, date.getDate() + 1);
    return date;
  };
  await page.clock.setFixedTime(later(7));
  await page.reload();
  await expect(line).toBeVisible();
  await expect(record).toHaveCount(0);
  await page.clock.setFixedTime(later(24));
  await page.goto('/search?name=marina%20couto');
  await expect(search.nobody).toBeVisible();
  await page.goto('/teachers/marina-couto');
  await expect(teacher.unavailable).toBeVisible();
  await expect(page.getByText('Marina Couto')).toHaveCount(0);
  await page.clock.setFixedTime(new Date());
  await context.setOffline(false);

  // The teacher takes another name: the team sees it, and with which one the document was compared.
  const own = new OwnPages(page);
  await own.enter('teacher');
  await own.openProfile('teacher');
  await own.profile.getByLabel('Nome', { exact: true }).fill('Marina Valadares');
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  const [row] = await product.sql<{ id: string }>(`select ${idOf('teacher')} as id`);
  const listed = () => product.rest(`teacher_listings?select=name&id=eq.${row?.id}&_deleted=is.false`);
  await expect.poll(listed).toEqual([{ name: 'Marina Valadares' }]);
  await admin.open(`/admin/teachers/${row?.id}`, 'Marina Valadares');
  await expect(admin.list('Quem é')).toContainText('Mudou o nome conferido: confira a identidade de novo');
  await admin.list('Verificação').locator('summary').click();
  await expect(admin.list('Verificação')).toContainText(
    'O documento foi comparado com o nome Marina Couto, que mudou em',
  );
  await shoot(desk, 'checks-renamed');

  // The team revokes; the teacher is told what to do.
  await expect(admin.list('Verificação')).toContainText('Equipe Danceflix');
  await desk.getByRole('button', { name: 'Retirar: Identidade' }).click();
  await admin.confirm('Retirar');
  await expect(admin.dialog.getByText('Escreva o motivo.')).toBeVisible();
  await admin.dialog.getByLabel('Motivo').fill('O documento era de outra pessoa.');
  await admin.expectSound();
  await shoot(desk, 'checks-revoke');
  await admin.confirm('Retirar');
  await admin.told('Identidade: conferência retirada');
  await expect(admin.list('Verificação')).toContainText('O documento era de outra pessoa.');
  await admin.expectSound();
  await office.close();
  expect(await listed()).toEqual([]);

  await page.goto('/teacher/profile');
  const mine = page.getByRole('region', { name: 'O que a equipe conferiu' });
  await expect(mine).toContainText('Antecedentes conferidos em');
  await expect(mine).toContainText('Ainda não conferido: Identidade');
  await expect(mine).not.toContainText('outra pessoa');
  await mine.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await shoot(page, 'checks-own');
});
