import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { openMore } from '../pages/teacher-page';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';
import { isBusy } from '../support/updating';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const MARINA = `(select id from public.user_profiles where name = 'Marina Couto')`;
const reports = `select reason, details from public.reports
  where reporter_id = ${idOf('student')} and target_id = ${MARINA}`;
const blocked = `select is_on from public.blocks where user_id = ${idOf('student')} and person_id = ${MARINA}`;
const open = `select id from public.lesson_requests
  where student_id = ${idOf('student')} and teacher_id = ${MARINA} and status in ('Pendente', 'Aceito') and ended_at is null`;

test('[T071] a report is sent by its button only, a block takes one question, without a connection too; the block is removed again', async ({
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
  const report = page.getByRole('button', { name: 'Enviar denúncia' });
  await expect(report).toBeDisabled();
  await page.getByRole('radio', { name: 'Outro motivo' }).check();
  await page.getByRole('radio', { name: 'Propaganda ou golpe' }).check();
  await expectAccessible(page);
  await report.click();
  await expect(page.getByRole('heading', { name: /^Denúncia salva/ })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'report-told');
  await page.getByLabel('Quer explicar melhor?').fill('Vende um curso na descrição.');
  await expect.poll(() => isBusy(page)).toBe(true);
  await page.getByRole('button', { name: 'Enviar explicação' }).click();

  await openMore(page);
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
  // The agreement ends three to six hours after the block.
  expect(await product.sql(open)).toHaveLength(1);
  await product.sql('update app.block_ends set due_at = now()');
  await product.sql('select app.end_blocked(100, now())');
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

const post = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Publicações' }).getByRole('article').filter({ hasText: text });
const posts = (page: Page) => page.getByRole('region', { name: 'Publicações' }).getByRole('article');

test('a visitor reports a teacher in three taps without a connection, and follows the report by its code', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  await page.goto('/teachers/marina-couto');
  await readyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Denunciar este perfil' }).click();
  await page.getByRole('radio', { name: 'Pediu pagamento adiantado' }).check();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await doubleTap(page.getByRole('button', { name: 'Enviar denúncia' }));
  const told = page.getByRole('region', { name: /^Denúncia salva/ });
  await expect(told).toContainText(/[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/);
  await shoot(page, 'report-visitor');
  const code = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await told.textContent()) ?? '')?.[0] ?? '';
  await told.getByRole('link', { name: 'Acompanhar' }).click();
  const own = page.getByRole('region', { name: 'Denúncias deste aparelho' });
  await expect(own).toContainText(code);
  await expect(own).toContainText('Salvo no aparelho');
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(own).toContainText('A equipe ainda não decidiu.');
  expect(
    await product.sql(`select reason, reporter_id from public.reports where target_id = ${MARINA}`),
  ).toEqual([{ reason: 'prepayment', reporter_id: null }]);
  // A stranger's report hides nobody.
  expect(await product.sql(`select is_active from public.teachers where id = ${MARINA}`)).toEqual([
    { is_active: true },
  ]);
  await page.getByLabel('Código da denúncia').fill('ABCD');
  await page.getByRole('button', { name: 'Ver situação' }).click();
  await expect(page.getByText('O código tem 12 letras')).toBeVisible();
  await page.getByLabel('Código da denúncia').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Ver situação' }).click();
  await expect(page.getByRole('form').getByText('A equipe ainda não decidiu.')).toBeVisible();
  // The team answers; the page is opened by its address alone.
  await product.sql(
    `insert into public.report_letters (report_id, recipient, text, written_by)
       select id, 'reporter', 'Obrigada. Estamos conferindo as fotos.', (select id from public.user_profiles where email = 'admin@danceflix.test')
       from public.reports where target_id = ${MARINA}`,
  );
  await page.goto('/denuncias');
  await expect(own.getByText('Obrigada. Estamos conferindo as fotos.')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'report-followed');
});

test('[D135] a post of the Mural is reported in two taps without a connection, goes once, and the team reads it', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  const TEXT = 'Alguém troca ingresso';
  await new OwnPages(page).enter('student');
  await page.goto('/comunidade/mural');
  await readyForOffline(page);
  await expect(
    post(page, 'Primeira semana no Danceflix').getByRole('button', { name: /^Denunciar/ }),
  ).toHaveCount(0);
  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();
  const ticket = post(page, TEXT);
  await ticket.getByRole('button', { name: 'Denunciar esta publicação' }).click();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'report-post-reasons');
  await ticket.getByRole('radio', { name: 'Conteúdo fora do lugar' }).check();
  await ticket.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(ticket.getByRole('heading', { name: /^Denúncia salva/ })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'report-post-told');
  await page.reload();
  await expect(post(page, TEXT)).toBeVisible();
  const told = `select r.what, r.reason, p.text like '${TEXT}%' as about_it from public.reports r
    join public.posts p on p.id = r.target_id where r.reporter_id = ${idOf('student')}`;
  expect(await product.sql(told)).toEqual([]);

  await context.setOffline(false);
  await expect.poll(() => product.sql(told)).toEqual([{ what: 'post', reason: 'wrong', about_it: true }]);
  await page.goto('/envios');
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
  expect(await product.sql(told)).toHaveLength(1);

  const team = createClient(product.url, product.publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
  const entered = await team.auth.signInWithPassword({
    email: 'admin@danceflix.test',
    password: 'danceflix-admin',
  });
  expect(entered.error).toBeNull();
  const { data } = await team.from('reports').select('what, reason').eq('what', 'post');
  expect(data).toEqual([{ what: 'post', reason: 'wrong' }]);
});

test('a blocked person disappears from Mural, hub and Bailudos at once and at every start, without a connection too, until unblocked', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  const MARINAS = 'abri duas vagas de zouk';
  const NOEMIS = 'Sapato de sola de camurça';
  // Records whether a post was on the screen even for a moment.
  await page.addInitScript((text) => {
    new MutationObserver(() => {
      if (document.body?.innerText.includes(text)) Object.assign(globalThis, { flashed: true });
    }).observe(document, { childList: true, subtree: true });
  }, MARINAS);
  const flashed = () => page.evaluate(() => Reflect.get(globalThis, 'flashed') === true);
  await new OwnPages(page).enter('student');
  await page.goto('/comunidade/mural');
  await expect(posts(page)).toHaveCount(12);
  await expect(post(page, MARINAS)).toBeVisible();
  expect(await flashed()).toBe(true);
  await page.goto('/teachers/marina-couto');
  await readyForOffline(page);
  await context.setOffline(true);
  await openMore(page);
  await page.getByRole('button', { name: 'Bloquear Marina Couto' }).click();
  await page.getByRole('button', { name: 'Sim, bloquear' }).click();
  await expect(page.getByRole('button', { name: 'Desbloquear Marina Couto' })).toBeVisible();

  await page.goto('/comunidade/mural');
  await expect(posts(page)).toHaveCount(11);
  expect(await flashed()).toBe(false);
  await page.goto('/comunidade');
  await expect(page.getByRole('region', { name: 'No Mural' }).getByRole('listitem')).toHaveCount(4);
  expect(await flashed()).toBe(false);

  await page.goto('/comunidade/bailudos');
  const dancers = page.getByRole('list', { name: 'Bailudos' });
  await expect(dancers.getByRole('listitem')).toHaveCount(6);
  await dancers.getByRole('link', { name: 'Noemi Castanheira' }).click();
  await expect(page.getByRole('button', { name: 'Denunciar este perfil' })).toBeVisible();
  await page.getByRole('button', { name: 'Bloquear Noemi Castanheira' }).click();
  await expect(page.getByText('as publicações somem do seu Mural')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'block-dancer');
  await page.getByRole('button', { name: 'Sim, bloquear' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Bailudos' }).click();
  await expect(dancers.getByRole('listitem')).toHaveCount(5);

  await context.setOffline(false);
  const held = `select p.name from public.blocks b join public.user_profiles p on p.id = b.person_id
    where b.user_id = ${idOf('student')} and b.is_on order by p.name`;
  await expect
    .poll(() => product.sql(held))
    .toEqual([{ name: 'Marina Couto' }, { name: 'Noemi Castanheira' }]);
  await page.goto('/comunidade/mural');
  await expect(posts(page)).toHaveCount(10);
  await expect(post(page, NOEMIS)).toHaveCount(0);
  expect(await flashed()).toBe(false);

  await page.goto('/student/configurations');
  const people = page.getByRole('region', { name: 'Pessoas bloqueadas' });
  const unblock = people.getByRole('button', { name: 'Desbloquear Marina Couto' });
  await unblock.click();
  await expect(unblock).toHaveCount(0);
  await page.goto('/comunidade/mural');
  await expect(post(page, MARINAS)).toBeVisible();
  await expect(posts(page)).toHaveCount(11);
});
