import type { Page } from '@playwright/test';
import { expectAccessible, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { pickName } from '../support/pick-name';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const BIO = 'Danço forró para desligar do trabalho.';

/** The text of a dancer's page as a reader sees it. */
const dancerText = (page: Page) => page.locator('[data-dancer]').innerText();

test('[B009, D070, D072, D132, D133] a student writes a page, shows it, and hides it again', async ({
  page,
  product,
  browser,
}) => {
  const own = new OwnPages(page);
  const [student] = await product.sql<{ id: string }>(`select ${idOf('student')} as id`);
  const id = student?.id ?? '';
  const visitorContext = await browser.newContext({ baseURL: product.url });
  const visitor = await visitorContext.newPage();
  const missing = visitor.getByText('Oops! Page not found', { exact: true });
  await visitor.goto(`/student/profile/${id}`);
  await expect(missing).toBeVisible();

  await own.enter('student');
  await own.openProfile('student');
  await own.profile.getByLabel('Sobre você').fill(BIO);
  await own.profile.getByRole('checkbox', { name: 'Ir a bailes' }).check();
  await own.profile.getByLabel('Dança desde').fill('1815');
  await own.save();
  await expect(own.profile.getByLabel('Dança desde')).toHaveAccessibleDescription(/^Digite um ano/);
  await expectAccessible(page);
  await own.profile.getByLabel('Dança desde').fill('2019');
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  const stored = await product.sql(
    `select bio, interests::text, dancing_since, is_public from public.students where id = ${idOf('student')}`,
  );
  expect(stored).toEqual([{ bio: BIO, interests: '{bailes}', dancing_since: 2019, is_public: false }]);
  await page.goto('/student/profile');
  await expect(page.getByRole('region', { name: 'Seus dados' })).toContainText(BIO);
  await expect(page.getByRole('region', { name: 'Página pública' })).toContainText('está escondida');
  await page.goto('/student/profile-preview');
  await expect(page.getByText(/^Sua página está escondida/)).toBeVisible();
  await expect(page.locator('[data-dancer]').getByRole('list', { name: 'Estilos que dança' })).toBeVisible();
  const preview = await dancerText(page);
  expect(preview).toContain(BIO);
  await visitor.reload();
  await expect(missing).toBeVisible();
  await expectAccessible(visitor);

  await own.openProfile('student');
  await own.profile.getByRole('checkbox', { name: /Mostrar minha página/ }).check();
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  await page.goto('/student/profile');
  await expect(page.getByRole('link', { name: 'Abrir minha página' })).toHaveAttribute(
    'href',
    '/student/profile/camila-duarte',
  );
  for (const path of [
    `/student/profile/${id}`,
    '/student/profile/camila-duarte',
    `/comunidade/bailudo/${id}`,
  ]) {
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Camila Duarte' })).toBeVisible();
    await expect.poll(() => dancerText(visitor)).toBe(preview);
    const text = await visitor.locator('body').innerText();
    expect(text).not.toMatch(/aluno@|danceflix\.test|90000/);
  }
  await expectAccessible(visitor);
  await visitor.goto('/comunidade/bailudos?cidade=S%C3%A3o+Paulo&estilo=Zouk');
  const list = visitor.getByRole('list', { name: 'Bailudos' });
  await expect(list.getByRole('link', { name: 'Camila Duarte' })).toBeVisible();

  await own.openProfile('student');
  await own.profile.getByRole('checkbox', { name: /Mostrar minha página/ }).uncheck();
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Ninguém com esta combinação')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Camila Duarte' })).toHaveCount(0);
  await visitor.goto('/student/profile/camila-duarte');
  await expect(missing).toBeVisible();
  const answer = await visitor.request.get(
    `${product.url}/rest/v1/content_items?id=eq.${id}&select=id,data`,
    { headers: { apikey: product.publishableKey } },
  );
  expect(await answer.json()).toEqual([]);
  await visitorContext.close();
});

test('[D071] the extra sections come with the support, and go with it', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const own = new OwnPages(page);
  const story = own.profile.getByLabel('Minha história na dança');
  await own.enter('student');
  await own.openProfile('student');
  await expect(story).toHaveCount(0);
  await product.sql(
    `insert into public.supporter_tiers (user_id, email, tier, amount)
     values (${idOf('student')}, 'aluno@danceflix.test', 'giro_completo', 10)`,
  );
  await page.reload();
  await story.fill('Comecei num casamento.');
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  await page.goto('/student/profile-preview');
  await expect(page.getByText('Comecei num casamento.')).toBeVisible();
  await expectAccessible(page);
  await product.sql(`update public.supporter_tiers set is_active = false where user_id = ${idOf('student')}`);
  await page.reload();
  await expect(page.getByText('Comecei num casamento.')).toHaveCount(0);
  await own.openProfile('student');
  await expect(story).toHaveCount(0);
});

test('[B210] a teacher’s extra sections come with the support, are on the public page, and go with it', {
  tag: '@full',
}, async ({ page, product, frame }) => {
  const own = new OwnPages(page);
  const story = own.profile.getByLabel('Minha história na dança');
  const shown = page.getByRole('heading', { name: 'Minha história na dança' });
  await own.enter('teacher');
  await own.openProfile('teacher');
  await expect(story).toHaveCount(0);
  await product.sql(
    `insert into public.supporter_tiers (user_id, email, tier, amount)
     values (${idOf('teacher')}, 'professor@danceflix.test', 'giro_completo', 10)`,
  );
  await page.reload();
  await story.fill('Comecei num casamento.\n\nDepois vieram os bailes.');
  await own.profile.getByLabel('Músicas das minhas aulas').fill('Asa Branca\nXote das Meninas');
  await story.scrollIntoViewIfNeeded();
  await shoot(page, 'teacher-extra-sections');
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Prévia' }).click();
  await expect(shown).toBeVisible();
  const [teacher] = await product.sql<{ slug: string }>(
    `select slug from public.teachers where id = ${idOf('teacher')}`,
  );
  await page.goto(`/teachers/${teacher?.slug}`);
  await expect(shown).toBeVisible();
  await expect(page.getByText('Xote das Meninas')).toBeVisible();
  await shown.scrollIntoViewIfNeeded();
  await shoot(page, 'teacher-story');
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await product.sql(`update public.supporter_tiers set is_active = false where user_id = ${idOf('teacher')}`);
  await expect(shown).toHaveCount(0);
  await own.openProfile('teacher');
  await expect(own.profile.getByLabel('Experiência')).toBeVisible();
  await expect(story).toHaveCount(0);
});

test('[D069] progress and summary are drawn from the phone, without a connection too', {
  tag: ['@full', '@worker'],
}, async ({ page, product, context, errors }) => {
  const own = new OwnPages(page);
  // A year of weekly lessons under one request, and two of this week that do not count yet.
  await product.sql(
    `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes,
       student_outcome, teacher_outcome)
     select gen_random_uuid(), r.id, case when n < 2 then 'confirmed' else 'held' end, now(), x.at at time zone 'America/Sao_Paulo',
       'America/Sao_Paulo', x.at, 60, case when n <> 0 then 'held' end, case when n > 1 then 'held' end
     from (select id from public.lesson_requests where student_id = ${idOf('student')} and status = 'Aceito' order by id limit 1) r,
       generate_series(0, 53) n,
       lateral (select date_trunc('minute', now() - interval '1 hour' - make_interval(weeks => greatest(n - 1, 0))) as at) x`,
  );
  const [counts] = await product.sql<{ asked: number }>(
    `select count(*)::int as asked from public.lesson_requests where student_id = ${idOf('student')}`,
  );
  await own.enter('student');
  const figure = (group: string, label: string | RegExp) =>
    page.getByLabel(group).locator('div').filter({ hasText: label }).locator('dd');
  const expectProgress = async () => {
    await page.goto('/student/progresso');
    await expect(figure('Seus números', 'Aulas feitas · 52 h')).toHaveText('52');
    await expect(page.getByRole('region', { name: 'Ainda não contadas' }).getByRole('listitem')).toHaveText([
      'Falta você contar como foi 1 aula.',
      'Falta o professor contar como foi 1 aula.',
    ]);
    await expect(page.getByRole('list', { name: 'Avaliações recebidas' })).toContainText(
      'Camila chega no horário e pratica em casa.',
    );
    await expect(page.locator('.recharts-surface').first()).toBeAttached();
    await expectAccessible(page);
    await page.goto('/student/profile');
    await expect(figure('Suas estatísticas', 'Pedidos de aula')).toHaveText(String(counts?.asked));
    await expect(figure('Suas estatísticas', 'Aulas feitas')).toHaveText('52');
    await expect(figure('Suas estatísticas', /^Avaliações recebidas/)).toHaveText('1');
    await expect(page.getByRole('region', { name: 'Seus dados' })).toContainText('aluno@danceflix.test');
  };
  await expectProgress();
  await page.getByRole('link', { name: 'Progresso' }).click();
  const month = page.getByRole('region', { name: 'Aulas por mês' });
  await month.getByText('Ver em números').click();
  await expect(month.getByRole('row')).toHaveCount(7);
  await expectAccessible(page);

  await page.goto('/comunidade/bailudos');
  await expect(page.getByRole('list', { name: 'Bailudos' })).toBeVisible();
  await workerControls(page);
  await context.setOffline(true);
  await expectProgress();
  await expect(page.getByRole('link', { name: 'Editar perfil' })).toBeVisible();
  await page.goto('/student/tips');
  await expect(page.getByRole('region', { name: 'Dica do dia' })).toBeVisible();
  await page.goto('/student/profile-preview');
  await expect(page.getByRole('heading', { name: 'Camila Duarte' })).toBeVisible();
  await page.goto('/comunidade/bailudos');
  await pickName(page.getByRole('combobox', { name: 'Cidade' }), 'Vitória');
  await expect(page).toHaveURL(/cidade=Vit/);
  await page.getByRole('link', { name: 'Noemi Castanheira' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Noemi Castanheira' })).toBeVisible();
  await expectAccessible(page);
  expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
