/**
 * A form filled offline arrives once, whichever sends it: the worker alone, one tab, or several at
 * a time.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { readyForOffline, workerControls } from '../../support/browser';
import { EvaluationPages } from '../pages/evaluation-pages';
import { LeadPages } from '../pages/lead-pages';
import { dispatchSync, OutboxPage } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { evaluations, leads, ONCE, requests } from '../support/arrived';
import type { Product } from '../support/product';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const MARINA = idOf('teacher');

const ANSWER = '**/rest/v1/rpc/answer_lesson_request';

/** Styles that no request to Marina has yet. */
const STYLES = [
  'Forró',
  'Samba',
  'Salsa',
  'Tango',
  'Lambada',
  'Bolero',
  'Bachata',
  'Kizomba',
  'Merengue',
  'Valsa',
];

/** Signs in and waits until everything that the forms need is on the phone. */
async function enterReady(page: Page): Promise<void> {
  await new OwnPages(page).enter('student');
  await expect(new EvaluationPages(page).pending.getByText('Marina Couto').first()).toBeVisible();
  await readyForOffline(page);
}

async function ask(page: Page, style: string): Promise<string> {
  const form = new RequestPages(page);
  await page.goto('/student/requests/new?professor=marina-couto');
  await form.fill(style, `Quero ${style}.`);
  await form.send();
  await expect(form.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  return new URL(page.url()).pathname;
}

async function evaluate(page: Page, comment: string): Promise<string> {
  const form = new EvaluationPages(page);
  await page.goto('/student/home');
  await form.openPending('Marina Couto');
  await form.star(5).check({ force: true });
  await form.comment.fill(comment);
  await form.send();
  await expect(form.own.getByText('Salvo no aparelho')).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Closes the last page of the app, restores the network and lets the browser wake the worker. */
async function closeAndReconnect(context: BrowserContext, product: Product): Promise<Page> {
  const outside = await context.newPage();
  for (const page of context.pages()) if (page !== outside) await page.close();
  await context.setOffline(false);
  await dispatchSync(context, outside, new URL(product.url).origin);
  return outside;
}

async function expectAllSent(page: Page): Promise<void> {
  await new OutboxPage(page).open();
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
}

test('[T098] written offline, everything closed: with no tab open the worker sends a lead, a request and an evaluation once', async ({
  page,
  search,
  product,
  context,
}) => {
  const lead = new LeadPages(page);
  await search.openStored();
  await readyForOffline(page);
  await lead.open();
  await context.setOffline(true);
  await lead.send({ nome: 'Ninguém Olha' });
  expect(await leads(product, 'Ninguém Olha')).toEqual([{ rows: 0, commands: 0 }]);
  const outside = await closeAndReconnect(context, product);
  await expect.poll(() => leads(product, 'Ninguém Olha')).toEqual([ONCE]);

  const visit = await context.newPage();
  await outside.close();
  await visit.goto('/encontrar-professor/resultados');
  const shown = new LeadPages(visit);
  await expect(shown.inCity).toBeVisible();
  await expect(shown.preview).toHaveCount(0);
  await expectAllSent(visit);

  await enterReady(visit);
  await context.setOffline(true);
  const request = await ask(visit, 'Forró');
  const evaluation = await evaluate(visit, 'Escrita no metrô.');
  expect(await requests(product, 'Forró')).toMatchObject([{ rows: 0 }]);
  expect(await evaluations(product, 'Escrita no metrô.')).toMatchObject([{ rows: 0 }]);
  const beside = await closeAndReconnect(context, product);
  await expect.poll(() => requests(product, 'Forró')).toEqual([{ ...ONCE, told: 1 }]);
  await expect.poll(() => evaluations(product, 'Escrita no metrô.')).toEqual([ONCE]);

  const later = await context.newPage();
  await beside.close();
  await later.goto(request);
  await expect(new RequestPages(later).main.getByText('Pendente', { exact: true })).toBeVisible();
  await expect(later.getByText(/^Salvo no aparelho/)).toHaveCount(0);
  await later.goto(evaluation);
  await expect(new EvaluationPages(later).own.getByText('Escrita no metrô.')).toBeVisible();
  await expect(later.getByText(/^Salvo no aparelho/)).toHaveCount(0);
  await expectAllSent(later);
  // Opening the app sent no second request.
  expect(await leads(product, 'Ninguém Olha')).toEqual([ONCE]);
  expect(await requests(product, 'Forró')).toEqual([{ ...ONCE, told: 1 }]);
  expect(await evaluations(product, 'Escrita no metrô.')).toEqual([ONCE]);
});

test('written offline with one tab open, then with two at the moment of reconnecting: each arrives once', {
  tag: '@full',
}, async ({ page, product, context }) => {
  await enterReady(page);
  const lead = new LeadPages(page);
  await lead.open();
  await context.setOffline(true);
  await lead.send({ nome: 'Uma Aba' });
  await evaluate(page, 'Com uma aba aberta.');
  const request = await ask(page, 'Forró');
  const form = new RequestPages(page);
  await context.setOffline(false);
  await expect(form.main.getByText('Enviado', { exact: true })).toBeVisible();
  await expectAllSent(page);
  expect(await leads(product, 'Uma Aba')).toEqual([ONCE]);
  expect(await evaluations(product, 'Com uma aba aberta.')).toEqual([ONCE]);
  expect(await requests(product, 'Forró')).toEqual([{ ...ONCE, told: 1 }]);

  const other = await context.newPage();
  await other.goto(request);
  await workerControls(other);
  await expect(new RequestPages(other).main.getByText('Pendente', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await ask(page, 'Soltinho');
  // The other tab shows the command before anything is sent.
  await expect(new OutboxPage(other).badge).toHaveAccessibleName('Envios pendentes: 1');
  const outside = await context.newPage();
  await Promise.all([context.setOffline(false), dispatchSync(context, outside, new URL(product.url).origin)]);
  await expect(form.main.getByText('Enviado', { exact: true })).toBeVisible();
  await expect(new OutboxPage(other).badge).toHaveCount(0);
  await expectAllSent(other);
  expect(await requests(product, 'Soltinho')).toEqual([{ ...ONCE, told: 1 }]);
  expect(
    await product.sql(`select 1 from public.command_log where kind = 'lesson_request.create'`),
  ).toHaveLength(2);
});

test.describe('with the page alone sending', () => {
  // The service worker would send past the network that these tests break for the page.
  test.use({ serviceWorkers: 'block' });

  test('a response that is lost after the commit: one effect, and the screen ends at sent', {
    tag: '@full',
  }, async ({ page, product }) => {
    const lose = async (procedure: string) => {
      const lost = { answers: 0 };
      await page.route(`**/rest/v1/rpc/${procedure}`, async (route) => {
        if (lost.answers > 0) return route.fallback();
        lost.answers += 1;
        await route.fetch();
        await route.abort('connectionreset');
      });
      return lost;
    };
    await new OwnPages(page).enter('student');
    const [request, evaluation] = [await lose('create_lesson_request'), await lose('save_evaluation')];
    const form = new RequestPages(page);
    await page.goto('/student/requests/new?professor=marina-couto');
    await form.fill('Forró', 'Você me ouve?');
    await form.send();
    await expect(form.main.getByText('Enviado', { exact: true })).toBeVisible();
    expect(request.answers).toBe(1);
    expect(await requests(product, 'Forró')).toEqual([{ ...ONCE, told: 1 }]);

    const own = new EvaluationPages(page);
    await page.goto('/student/home');
    await own.openPending('Marina Couto');
    await own.star(5).check({ force: true });
    await own.comment.fill('Uma vez só.');
    await own.send();
    await expect(own.toast.locator('[data-title]')).toHaveText('Avaliação criada com sucesso!');
    await expect(own.own.getByText('Salvo no aparelho')).toHaveCount(0);
    expect(evaluation.answers).toBe(1);
    expect(await evaluations(product, 'Uma vez só.')).toEqual([ONCE]);
  });

  test('a teacher whose connection drops at every turn answers ten requests, each once', {
    tag: '@full',
  }, async ({ page, product, context, frame }) => {
    await product.sql(
      `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
       select gen_random_uuid(), ${idOf('student')}, ${MARINA}, d.id from public.dance_styles d
       where d.name in (select jsonb_array_elements_text($1::text::jsonb))`,
      JSON.stringify(STYLES),
    );
    const form = new RequestPages(page);
    await new OwnPages(page).enter('teacher');
    await form.open('teacher');
    const link = (style: string) => form.main.getByRole('link', { name: `${style} com Camila Duarte` });
    for (const style of STYLES) await expect(link(style)).toBeVisible();

    // Of three requests the first is lost, the second loses its answer, and only the third gets
    // through.
    let sent = 0;
    await page.route(ANSWER, async (route) => {
      sent += 1;
      if (sent % 3 === 0) return route.fallback();
      if (sent % 3 === 2) await route.fetch();
      await route.abort('connectionreset');
    });
    for (const [turn, style] of STYLES.entries()) {
      // Longer periods without any network lie between them.
      await context.setOffline(turn % 3 === 1);
      await link(style).click();
      await expect(page.getByRole('heading', { level: 1, name: `${style} com Camila Duarte` })).toBeVisible();
      if (turn % 5 === 4) {
        await form.main.getByRole('button', { name: 'Recusar' }).click();
        await form.main.getByLabel('Motivo (opcional)').fill('Agenda cheia.');
        await form.main.getByRole('button', { name: 'Sim, recusar' }).click();
        await expect(form.main.getByText('Recusado', { exact: true })).toBeVisible();
      } else {
        await form.accept.click();
        await expect(form.main.getByText('Aceito', { exact: true })).toBeVisible();
      }
      await form.main.getByRole('link', { name: 'Todos os pedidos' }).click();
    }
    // The network drops a last time and then stays: a new connection triggers sending at once.
    await context.setOffline(true);
    await page.unroute(ANSWER);
    await context.setOffline(false);

    const answered = () =>
      product.sql(
        `select r.status, count(*)::int as requests, sum(t.told)::int as told, sum(c.commands)::int as commands
         from public.lesson_requests r
         join public.dance_styles d on d.id = r.dance_style_id
         cross join lateral (select count(*) as told from public.notifications n
           where n.kind in ('lesson_request.accepted', 'lesson_request.declined') and n.url like '%' || r.id) t
         cross join lateral (select count(*) as commands from public.command_log l
           where l.kind = 'lesson_request.answer' and l.result ->> 'request_id' = r.id::text) c
         where r.student_id = ${idOf('student')} and r.teacher_id = ${MARINA}
           and d.name in (select jsonb_array_elements_text($1::text::jsonb))
         group by r.status order by r.status`,
        JSON.stringify(STYLES),
      );
    await expect.poll(answered).toEqual([
      { status: 'Aceito', requests: 8, told: 8, commands: 8 },
      { status: 'Recusado', requests: 2, told: 2, commands: 2 },
    ]);
    await expect(new OutboxPage(page).badge).toHaveCount(0);
    await expect(frame.main.getByText(/^(Salvo no aparelho|Enviando|Não enviado)/)).toHaveCount(0);
    for (const [turn, style] of STYLES.entries()) {
      const group = form.group(turn % 5 === 4 ? 'Recusado' : 'Aceito');
      await expect(group.getByRole('link', { name: `${style} com Camila Duarte` })).toBeVisible();
    }
    // The list agrees with the server, also on a phone that only reads.
    await page.reload();
    await expect(form.group('Recusado').getByRole('link', { name: 'Valsa com Camila Duarte' })).toBeVisible();
    await expect(form.group('Pendente').getByRole('link', { name: /Camila Duarte/ })).toHaveCount(0);
    expect(sent).toBeGreaterThan(STYLES.length);
  });
});
