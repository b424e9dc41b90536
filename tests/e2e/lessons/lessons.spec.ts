import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ timeout: 240_000 });

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
  await expect(page.getByLabel('Hora', { exact: true })).toHaveValue('19:00');
  await page.getByLabel('Dia', { exact: true }).fill('');
  await button(page, 'Enviar proposta').click();
  await expect(page.getByText('Escolha o dia')).toBeVisible();
  await expect(page.getByLabel('Dia', { exact: true })).toBeFocused();
  await fillLesson(page, { date: inDays(8), time: '18:30', place: 'Estúdio da Praia' });
  await page.getByLabel('Valor combinado (opcional)').fill('120');
  await page.getByLabel('Repetir toda semana').check();
  await page.getByLabel('Quantas aulas').fill('3');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'lessons-form');
  // What was typed survives a reload.
  await page.reload();
  await button(page, 'Marcar aula').click();
  await expect(page.getByLabel('Lugar (opcional)')).toHaveValue('Estúdio da Praia');
  await button(page, 'Enviar proposta').dblclick();
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

  // The teacher confirms all of them; one is called off.
  await cards(theirs).first().getByRole('button', { name: 'Confirmar' }).click();
  await button(theirs, 'Esta e as próximas').click();
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

  // The next lesson stands first on both homes, without a connection too.
  await context.setOffline(true);
  for (const [who, side] of [
    [page, 'student'],
    [theirs, 'teacher'],
  ] as const) {
    await who.goto(`/${side}/home`);
    const next = who.getByRole('region', { name: 'Próxima aula' });
    await expect(next.getByRole('article').first()).toContainText('20:00');
    await expectAccessible(who);
    await shoot(who, `lessons-home-${side}`);
  }
  await context.setOffline(false);

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
  await page.goto(`/student/requests/${request?.id}`);
  await expect(page.getByText('Vocês contaram coisas diferentes')).toBeVisible();
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
