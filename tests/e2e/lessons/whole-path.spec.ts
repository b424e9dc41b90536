import type { Page } from '@playwright/test';
import { readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { EvaluationPages } from '../pages/evaluation-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { doubleTap } from '../support/double-tap';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
/** 'YYYY-MM-DD', some days from today. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const lesson = (page: Page) =>
  page.getByRole('region', { name: 'Aulas', exact: true }).getByRole('article').first();

test('from the search to the reply: both people are without a connection at every second step, and all arrives once', async ({
  page,
  product,
  browser,
  context,
  search,
}) => {
  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const theirs = await other.newPage();
  await new OwnPages(page).enter('student');
  await new OwnPages(theirs).enter('teacher');
  const [asking, answering] = [new RequestPages(page), new RequestPages(theirs)];
  const one = async <R extends object>(query: string) => (await product.sql<R>(query))[0];

  // Search, with a connection; ask, without one.
  await page.goto('/search');
  await search.name.fill('Marina Couto');
  await page.getByRole('main').locator('a[href="/teachers/marina-couto"]').first().click();
  await expect(asking.ask).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await asking.ask.click();
  await asking.fill('Bolero', 'Do começo ao fim.');
  await asking.send();
  await context.setOffline(false);
  const request = () =>
    one<{ id: string; status: string }>(
      `select r.id, r.status from public.lesson_requests r
       where r.student_id = ${idOf('student')} and r.message = 'Do começo ao fim.'`,
    );
  await expect.poll(async () => (await request())?.status).toBe('Pendente');
  const id = (await request())?.id ?? '';

  // The teacher accepts without a connection.
  await theirs.goto(`/teacher/requests/${id}`);
  await expect(answering.accept).toBeVisible();
  await readyForOffline(theirs);
  await other.setOffline(true);
  await doubleTap(answering.accept);
  await expect(theirs.getByText('Aceito', { exact: true })).toBeVisible();
  await other.setOffline(false);
  await expect.poll(async () => (await request())?.status).toBe('Aceito');

  // The student proposes without a connection; the teacher confirms without one.
  await page.goto(`/student/requests/${id}`);
  await expect(page.getByRole('button', { name: 'Marcar aula' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Marcar aula' }).click();
  await page.getByLabel('Dia', { exact: true }).fill(inDays(6));
  await page.getByLabel('Hora', { exact: true }).fill('18:30');
  await page.getByRole('button', { name: 'Enviar proposta' }).click();
  await expect(lesson(page)).toContainText('Aguardando resposta');
  await context.setOffline(false);
  await expect(lesson(theirs)).toContainText('Proposta para você responder');
  await other.setOffline(true);
  await lesson(theirs).getByRole('button', { name: 'Confirmar' }).click();
  await expect(lesson(theirs)).toContainText('Confirmada');
  await other.setOffline(false);
  await expect(lesson(page)).toContainText('Confirmada');

  // The student moves it without a connection; the teacher confirms with one.
  await context.setOffline(true);
  await lesson(page).getByRole('button', { name: 'Propor outro horário' }).click();
  await page.getByLabel('Hora', { exact: true }).fill('19:30');
  await page.getByRole('button', { name: 'Enviar proposta' }).click();
  await expect(lesson(page)).toContainText('mudança proposta por você');
  await context.setOffline(false);
  await expect(lesson(theirs)).toContainText('mudança para você responder');
  await lesson(theirs).getByRole('button', { name: 'Confirmar' }).click();
  await expect(lesson(page)).toContainText('19:30');
  await expect(lesson(page)).not.toContainText('mudança');

  // It was held: the teacher says so without a connection, the student with one.
  await product.sql(
    `update public.lessons l set starts_at = x.at, starts_local = x.at at time zone l.zone
     from (select date_trunc('minute', now() - interval '2 hours') as at) x where l.request_id = '${id}'`,
  );
  await expect(lesson(theirs).getByRole('button', { name: 'Aconteceu', exact: true })).toBeVisible();
  await other.setOffline(true);
  await lesson(theirs).getByRole('button', { name: 'Aconteceu', exact: true }).click();
  await expect(lesson(theirs)).toContainText('Aguardando o que a outra pessoa conta');
  await other.setOffline(false);
  await lesson(page).getByRole('button', { name: 'Aconteceu', exact: true }).click();
  const held = () => one<{ status: string }>(`select status from public.lessons where request_id = '${id}'`);
  await expect.poll(async () => (await held())?.status).toBe('held');

  // Both evaluate: the student without a connection, the teacher with one, which makes both public.
  const evaluate = async (who: Page, side: 'student' | 'teacher', comment: string) => {
    const pages = new EvaluationPages(who);
    await pages.star(5).check();
    await pages.comment.fill(comment);
    await pages.send();
    await expect(pages.own, side).toBeVisible();
  };
  await page.goto(`/student/evaluations/${id}`);
  await expect(new EvaluationPages(page).form).toBeVisible();
  await context.setOffline(true);
  await evaluate(page, 'student', 'Dancei a noite toda.');
  await context.setOffline(false);
  await theirs.goto(`/teacher/evaluations/${id}`);
  await evaluate(theirs, 'teacher', 'Aluna pontual.');
  const written = () =>
    product.sql<{ comment: string; is_public: boolean }>(
      `select comment, public_rating is not null as is_public from public.lesson_evaluations
       where lesson_request_id = '${id}' order by comment`,
    );
  await expect.poll(written).toEqual([
    { comment: 'Aluna pontual.', is_public: true },
    { comment: 'Dancei a noite toda.', is_public: true },
  ]);

  // The teacher replies without a connection, and everybody reads the reply.
  await theirs.goto('/teacher/home');
  const item = new EvaluationPages(theirs).received
    .getByRole('listitem')
    .filter({ hasText: 'Dancei a noite toda.' });
  await expect(item).toBeVisible();
  await other.setOffline(true);
  await item.getByRole('button', { name: /^Responder a / }).click();
  await item.getByLabel('Sua resposta').fill('Volte sempre!');
  await item.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(item).toContainText('Volte sempre!');
  await other.setOffline(false);
  const reply = () =>
    one<{ reply: string | null }>(
      `select reply from public.lesson_evaluations where comment = 'Dancei a noite toda.'`,
    );
  await expect.poll(async () => (await reply())?.reply).toBe('Volte sempre!');
  await page.goto('/teachers/marina-couto');
  const shown = new EvaluationPages(page).received
    .getByRole('listitem')
    .filter({ hasText: 'Dancei a noite toda.' });
  await expect(shown).toContainText('Volte sempre!');

  // Each write arrived once.
  expect(
    await product.sql(
      `select kind, count(*)::int as times from public.command_log
       where kind ~ '^(lesson|evaluation)' group by kind order by kind`,
    ),
  ).toEqual([
    { kind: 'evaluation.reply', times: 1 },
    { kind: 'evaluation.save', times: 2 },
    { kind: 'lesson.confirm', times: 2 },
    { kind: 'lesson.move', times: 1 },
    { kind: 'lesson.outcome', times: 2 },
    { kind: 'lesson.propose', times: 1 },
    { kind: 'lesson_request.answer', times: 1 },
    { kind: 'lesson_request.create', times: 1 },
  ]);
  await other.close();
});
