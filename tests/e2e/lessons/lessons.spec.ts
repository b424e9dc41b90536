import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
/** 'YYYY-MM-DD', some days from today. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const cards = (page: Page) => page.getByRole('region', { name: 'Aulas', exact: true }).getByRole('article');
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function fillLesson(page: Page, { date, time, place }: Record<'date' | 'time' | 'place', string>) {
  await page.getByLabel('Dia', { exact: true }).fill(date);
  await page.getByLabel('Hora', { exact: true }).fill(time);
  await page.getByLabel('Lugar (opcional)').fill(place);
}

test('two phones without a connection propose different times; both see both, one confirms, one is called off, one was held', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  const [request] = await product.sql<{ id: string }>(
    `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times)
     values (gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')},
       (select id from public.dance_styles where name = 'Bolero'), '{quinta}', '{noite}') returning id`,
  );
  await product.sql(
    `update public.lesson_requests set status = 'Aceito' where id = '${request?.id}' and status = 'Pendente'`,
  );
  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const theirs = await other.newPage();
  await new OwnPages(page).enter('student');
  await new OwnPages(theirs).enter('teacher');

  // The student proposes a series without a connection.
  await page.goto(`/student/requests/${request?.id}`);
  await expect(button(page, 'Marcar aula')).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await button(page, 'Marcar aula').click();
  await expect(page.getByLabel('Dia', { exact: true })).toBeFocused();
  await button(page, 'Voltar').press('Enter');
  await expect(button(page, 'Marcar aula')).toBeFocused();
  await button(page, 'Marcar aula').click();
  await expect(page.getByLabel('Hora', { exact: true })).toHaveValue('19:00');
  await page.getByLabel('Dia', { exact: true }).fill('');
  await button(page, 'Enviar proposta').click();
  await expect(page.getByText('Escolha o dia')).toBeVisible();
  await expect(page.getByLabel('Dia', { exact: true })).toBeFocused();
  await fillLesson(page, { date: inDays(8), time: '18:30', place: 'Estúdio da Praia' });
  await page.getByLabel('Valor combinado (opcional)').fill('120');
  await page.getByLabel('Repetir toda semana').check();
  await page.getByLabel('Quantas aulas').fill('3');
  await expect(page.getByRole('list', { name: 'Datas das aulas' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'lessons-form');
  // Typed text survives a reload.
  await page.reload();
  await button(page, 'Marcar aula').click();
  await expect(page.getByLabel('Lugar (opcional)')).toHaveValue('Estúdio da Praia');
  await expect(page.getByText('Continuamos de onde você parou')).toBeVisible();
  await button(page, 'Limpar').click();
  await expect(page.getByLabel('Lugar (opcional)')).toHaveValue('');
  await button(page, 'Desfazer').click();
  await doubleTap(button(page, 'Enviar proposta'));
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText('Aguardando resposta');
  await expect(cards(page).first()).toContainText('Salvo no aparelho');
  await expect(cards(page).first()).toContainText('R$ 120,00');
  await context.setOffline(false);
  const stored = () =>
    product
      .sql(`select 1 from public.lessons where request_id = '${request?.id}'`)
      .then((rows) => rows.length);
  await expect.poll(stored).toBe(3);

  // Both are without a connection and propose another time for the same lessons.
  await theirs.goto(`/teacher/requests/${request?.id}`);
  await expect(cards(theirs).first()).toContainText('Proposta para você responder');
  await expectAccessible(theirs);
  await shoot(theirs, 'lessons-to-answer');
  await readyForOffline(theirs);
  await context.setOffline(true);
  await other.setOffline(true);
  for (const [who, open, time] of [
    [theirs, 'Propor outro horário', '19:30'],
    [page, 'Mudar a proposta', '20:00'],
  ] as const) {
    await cards(who).first().getByRole('button', { name: open }).click();
    await who.getByLabel('Hora', { exact: true }).fill(time);
    await who.getByLabel('Mudar', { exact: true }).selectOption({ label: 'Esta e as próximas' });
    await button(who, 'Enviar proposta').click();
    await expect(cards(who).first()).toContainText(time);
  }
  await other.setOffline(false);
  await expect(cards(theirs).first()).toContainText('Duas propostas: aguardando resposta');
  await expect
    .poll(() =>
      product.sql(`select distinct proposed_last from public.lessons where request_id = '${request?.id}'`),
    )
    .toEqual([{ proposed_last: 'teacher' }]);
  await context.setOffline(false);
  await expect(cards(theirs).first()).toContainText('Duas propostas: responda');
  await expect(cards(page).first()).toContainText('Duas propostas: aguardando resposta');
  for (const who of [page, theirs])
    for (const time of ['19:30', '20:00']) await expect(cards(who).first()).toContainText(time);
  await expectAccessible(theirs);
  await shoot(theirs, 'lessons-crossed');

  // The teacher confirms all of them, by keyboard; one is called off.
  await cards(theirs).first().getByRole('button', { name: 'Confirmar' }).press('Enter');
  const question = theirs.getByRole('alertdialog', { name: 'Confirmar quais aulas?' });
  await expect(question.getByRole('button', { name: 'Voltar' })).toBeFocused();
  await theirs.keyboard.press('Escape');
  await expect(cards(theirs).first().getByRole('button', { name: 'Confirmar' })).toBeFocused();
  await theirs.keyboard.press('Enter');
  await button(theirs, 'Todas').click();
  await expect(cards(theirs).first()).toContainText('Confirmada');
  for (const nth of [0, 1, 2]) await expect(cards(page).nth(nth)).toContainText('Confirmada');
  await cards(page).nth(1).getByRole('button', { name: 'Cancelar aula' }).click();
  await button(page, 'Só esta').click();
  await expect
    .poll(() =>
      product.sql(
        `select series_index, status from public.lessons where request_id = '${request?.id}' order by 1`,
      ),
    )
    .toEqual([
      { series_index: 0, status: 'confirmed' },
      { series_index: 1, status: 'called_off' },
      { series_index: 2, status: 'confirmed' },
    ]);

  // [V21] Another lesson of the two at an overlapping time is not proposed, without a connection either.
  await context.setOffline(true);
  await button(page, 'Marcar outra aula').click();
  await fillLesson(page, { date: inDays(8), time: '20:30', place: 'Outra sala' });
  await button(page, 'Enviar proposta').click();
  await expect(page.getByText('Vocês dois já têm uma aula nesse horário')).toBeVisible();
  await expect(page.getByLabel('Hora', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Lugar (opcional)')).toHaveValue('Outra sala');
  // A series leaves out the week in which there is one.
  await page.getByLabel('Dia', { exact: true }).fill(inDays(15));
  await page.getByLabel('Repetir toda semana').check();
  await page.getByLabel('Quantas aulas').fill('2');
  await expect(page.getByText(/^Sem .*: vocês dois já têm uma aula nesse horário\.$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Datas das aulas' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await button(page, 'Voltar').click();
  await context.setOffline(false);

  // The notice opens the lesson that it is about, and an address names a lesson on a cold start too.
  await page.goto('/student/notifications');
  await page
    .getByRole('link', { name: /^Abrir: Aula confirmada/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#aula-/);
  await expect(cards(page).first()).toBeFocused();
  const named = await cards(page).nth(1).getAttribute('id');
  await page.goto('about:blank');
  await page.goto(`/student/requests/${request?.id}#${named}`);
  await expect(page.locator(`#${named}`)).toBeFocused();
  await expect(page.locator(`#${named}`)).toBeInViewport();

  // The next lesson stands first on both homes, without a connection too.
  await context.setOffline(true);
  for (const [who, side] of [
    [page, 'student'],
    [theirs, 'teacher'],
  ] as const) {
    await who.goto(`/${side}/home`);
    const next = who.getByRole('region', { name: 'Próxima aula' });
    await expect(next.getByRole('article').first()).toContainText('20:00');
    await expect(next.getByRole('heading', { level: 3 }).first().getByRole('link')).toHaveAttribute(
      'href',
      /#aula-/,
    );
    await expectAccessible(who);
    await shoot(who, `lessons-home-${side}`);
  }

  // The agenda, with a calendar file that this phone makes.
  await page.getByRole('link', { name: 'Ver todas as aulas' }).click();
  const agenda = page.getByRole('main');
  await expect(agenda.getByRole('article')).toHaveCount(2);
  await expect(agenda.getByRole('region', { name: /semana/i })).toBeHidden();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'lessons-agenda');
  const coming = page.waitForEvent('download');
  await button(page, 'Pôr as 2 aulas na agenda').click();
  const file = await readFile(await (await coming).path(), 'utf8');
  // The lesson that was called off is in it too, and is taken out of calendars.
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  expect(file.match(/STATUS:CANCELLED/g)).toHaveLength(1);
  expect(file).toContain('LOCATION:Estúdio da Praia');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(agenda.getByRole('region', { name: /semana/i })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await context.setOffline(false);
  await page.reload();
  await expect(agenda.getByRole('article')).toHaveCount(2);

  // [V21] While the first lesson goes on, nobody can say that it was held.
  await product.sql(
    `update public.lessons set starts_at = now() - interval '30 minutes',
       starts_local = (now() - interval '30 minutes') at time zone zone
     where request_id = '${request?.id}' and series_index = 0`,
  );
  const [off] = await product.sql<{ id: string }>(
    `select id from public.lessons where request_id = '${request?.id}' and series_index = 1`,
  );
  await page.goto(`/student/requests/${request?.id}#aula-${off?.id}`);
  const running = cards(page).filter({ hasText: 'Em andamento' });
  await expect(running.getByRole('button', { name: 'Não aconteceu' })).toBeVisible();
  await expect(running.getByRole('button', { name: 'Aconteceu', exact: true })).toHaveCount(0);
  await expect(page.getByText(/^Cancelada por você em \d+ de [a-z]+\.$/)).toBeVisible();
  await page.goto('/student/lessons');
  await expect(agenda.getByRole('article')).toHaveCount(2);

  // The first lesson's hour has come: both say how it went, the teacher without a connection.
  await product.sql(
    `update public.lessons set starts_at = now() - interval '2 hours',
       starts_local = (now() - interval '2 hours') at time zone zone
     where request_id = '${request?.id}' and series_index = 0`,
  );
  const due = (who: Page) =>
    who.getByRole('article').filter({ has: who.getByRole('button', { name: 'Aconteceu', exact: true }) });
  await expect(due(theirs)).toBeVisible();
  await theirs.goto(`/teacher/requests/${request?.id}`);
  await expect(due(theirs)).toBeVisible();
  await readyForOffline(theirs);
  await other.setOffline(true);
  await due(theirs).getByRole('button', { name: 'Aconteceu', exact: true }).click();
  await expect(theirs.getByText('Aguardando o que a outra pessoa conta')).toBeVisible();
  await other.setOffline(false);
  await due(page).getByRole('button', { name: 'Não aconteceu' }).click();
  await button(page, 'Eu não fui').click();
  // It is on the phone: the list of past lessons, which is folded, has it.
  await expect(page.getByText(/Você contou que não foi|Vocês contaram coisas/).first()).toBeAttached();
  await page.goto(`/student/requests/${request?.id}`);
  await expect(page.getByText('Vocês contaram coisas diferentes')).toBeVisible();
  await expect(due(page)).toContainText('Você contou que não foi.');
  await expect(due(page)).toContainText('contou que a aula aconteceu.');
  await shoot(page, 'lessons-contradictory');
  await due(page).getByRole('button', { name: 'Aconteceu', exact: true }).click();
  await expect
    .poll(() =>
      product.sql(
        `select status from public.lessons where request_id = '${request?.id}' and series_index = 0`,
      ),
    )
    .toEqual([{ status: 'held' }]);
  await other.close();
});

test('300 lessons start without a connection, and only the first of them are drawn', {
  tag: '@full',
}, async ({ page, product, context }) => {
  const [request] = await product.sql<{ id: string }>(
    `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times)
     values (gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')},
       (select id from public.dance_styles where name = 'Bolero'), '{quinta}', '{noite}') returning id`,
  );
  await product.sql(`update public.lesson_requests set status = 'Aceito' where id = '${request?.id}'`);
  await new OwnPages(page).enter('student');
  await readyForOffline(page);
  const startTime = async () => {
    await context.setOffline(true);
    const began = Date.now();
    await page.goto('/student/home');
    await expect(page.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
    const took = Date.now() - began;
    await context.setOffline(false);
    return took;
  };
  const without = await startTime();
  await product.sql(
    `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes, place,
       student_outcome, teacher_outcome)
     select gen_random_uuid(), '${request?.id}', case when n < 0 then 'held' else 'confirmed' end, now(),
       (now() + make_interval(days => n)) at time zone 'America/Sao_Paulo', 'America/Sao_Paulo',
       now() + make_interval(days => n), 60, 'Estúdio da Praia', case when n < 0 then 'held' end,
       case when n < 0 then 'held' end
     from generate_series(-150, 150) n where n <> 0`,
  );
  await page.goto('/student/lessons');
  const main = page.getByRole('main');
  await expect(main.getByText('Aulas anteriores (150)')).toBeVisible();
  const took = [await startTime(), await startTime()];
  await expect(page.getByRole('region', { name: 'Próxima aula' }).getByRole('article')).toHaveCount(1);
  await context.setOffline(true);
  await page.goto('/student/lessons');
  await expect(main.getByText('Aulas anteriores (150)')).toBeVisible();
  // 20 to come and 20 former ones, in a list that is closed.
  await expect(main.locator('article')).toHaveCount(40);
  await button(page, 'Mostrar mais aulas').click();
  await expect(main.locator('article')).toHaveCount(60);
  await page.goto(`/student/requests/${request?.id}`);
  await expect(cards(page)).toHaveCount(3);
  await context.setOffline(false);
  process.stdout.write(`Offline start: ${without} ms without lessons, ${took.join(' and ')} ms with 300\n`);
});
