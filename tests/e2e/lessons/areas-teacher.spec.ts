import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expectAccessible, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test('[A005, B012] a teacher edits the profile, views it, and downloads the kit', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  const own = new OwnPages(page);
  const stored = () =>
    product.sql<{ name: string }>(
      `select s.name from public.teacher_dance_styles t join public.dance_styles s on s.id = t.dance_style_id
       where t.teacher_id = ${idOf('teacher')} order by 1`,
    );
  await page.goto('/teacher/profile');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fteacher%2Fprofile&role=teacher$/);
  await own.enter('teacher');
  await own.openProfile('teacher');
  await expect(own.approval).toContainText('Aprovado');
  const styles = own.profile.getByRole('group', { name: 'Estilos de dança' });
  for (const { name } of await stored()) await styles.getByRole('checkbox', { name, exact: true }).uncheck();
  for (const name of ['Tango', 'Salsa']) await styles.getByRole('checkbox', { name, exact: true }).check();
  await own.profile.getByLabel('Bairro').fill('');
  await own.profile.getByLabel('Experiência').fill('Vinte anos de salão.');
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  expect(await stored()).toEqual([{ name: 'Salsa' }, { name: 'Tango' }]);
  await page.reload();
  await expect(own.profile.getByLabel('Experiência')).toHaveValue('Vinte anos de salão.');
  await expect(own.completeness).toContainText('Informar o bairro das aulas');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();

  await page.getByRole('link', { name: 'Prévia' }).click();
  const preview = page.getByRole('region', { name: 'Prévia da sua página' });
  await expect(preview).toContainText('Vinte anos de salão.');
  await expect(preview.getByRole('list', { name: 'Estilos e modalidades' })).toContainText('Tango');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();

  await workerControls(page);
  await context.setOffline(true);
  await page.goto('/teacher/profile?ver=divulgar');
  await expect(page.getByRole('img', { name: 'Código QR da página de Marina Couto' })).toBeVisible();
  await expect(page.getByText(/\/teachers\/marina-couto$/)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar imagem' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('danceflix-marina-couto.png');
  const { width, height, format } = await sharp(await readFile(await file.path())).metadata();
  expect([format, width, height]).toEqual(['png', 1080, 1350]);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();

  await own.openProfile('teacher');
  await own.profile.getByRole('checkbox', { name: /Pausar meu perfil/ }).check();
  await own.save();
  await expect(own.approval).toContainText('Pausado');
  await context.setOffline(false);
  const listed = () =>
    product.sql(`select from public.teacher_listings where id = ${idOf('teacher')} and not _deleted`);
  await expect.poll(async () => (await listed()).length).toBe(0);

  await page.goto('/search');
  await page.goto('/comunidade/bailudos');
  await expect(page.getByRole('list', { name: 'Bailudos' })).toBeVisible();
  await page.goto('/teacher/home');
  await page.getByRole('link', { name: 'Voltar a aparecer' }).click();
  await expect(own.profile).toBeVisible();
});

test('lessons held are told exactly to the teacher, and as a round number to everybody, offline too', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  const own = new OwnPages(page);
  // Twenty-three lessons with each of three students, and one that the student has not told of.
  await product.sql(
    `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
     select gen_random_uuid(), p.id, ${idOf('teacher')}, (select id from public.dance_styles where name = 'Zouk')
     from (select id from public.user_profiles where role = 'student' and removed_at is null order by id limit 3) p
     on conflict do nothing`,
  );
  await product.sql(
    `update public.lesson_requests set status = 'Aceito' where teacher_id = ${idOf('teacher')} and status = 'Pendente'`,
  );
  await product.sql(
    `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes, teacher_outcome, student_outcome)
     select gen_random_uuid(), r.id, case when n = 0 then 'confirmed' else 'held' end, now(), x.at at time zone 'America/Sao_Paulo',
       'America/Sao_Paulo', x.at, 60, 'held', case when n > 0 then 'held' end
     from (select r.id, row_number() over (order by r.id) as place from public.lesson_requests r
         where r.teacher_id = ${idOf('teacher')} and r.status = 'Aceito'
           and r.dance_style_id = (select id from public.dance_styles where name = 'Zouk')) r,
       generate_series(0, 23) n,
       lateral (select date_trunc('minute', now() - interval '1 day' - make_interval(days => 7 * n)) as at) x
     where r.place <= 3 and (n > 0 or r.place = 1)`,
  );
  await own.enter('teacher');
  const figure = (label: string) =>
    page.getByLabel('Seus números').locator('div').filter({ hasText: label }).locator('dd');
  const expectNumbers = async () => {
    await expect(figure('Aulas dadas')).toHaveText('69');
    await expect(page.getByRole('region', { name: 'Ainda não contadas' })).toContainText(
      'Falta o aluno contar como foi 1 aula.',
    );
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
  };
  await expectNumbers();
  await shoot(page, 'teacher-numbers');
  await page.goto('/teachers/marina-couto');
  await expect(page.getByText('Mais de 60 aulas dadas pelo Danceflix')).toBeVisible();
  await expectAccessible(page);
  await workerControls(page);
  await context.setOffline(true);
  await page.goto('/teacher/home');
  await expectNumbers();
  await page.goto('/teachers/marina-couto');
  await expect(page.getByText('Mais de 60 aulas dadas pelo Danceflix')).toBeVisible();
});
