import { expectAccessible, readyForOffline, workerControls } from '../../support/browser';
import { EvaluationPages } from '../pages/evaluation-pages';
import { OutboxPage, pageSends } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { doubleTap } from '../support/double-tap';
import { storedSession } from '../support/session';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const MARINA = `(select id from public.user_profiles where name = 'Marina Couto')`;
const ACCEPTED = `select id from public.lesson_requests where student_id = ${idOf('student')}
  and teacher_id = ${MARINA} and status = 'Aceito'`;
const written = `select id, rating, comment, is_anonymous, evaluated_id = ${MARINA} as of_marina, updated_at > created_at as changed
  from public.lesson_evaluations where evaluator_id = ${idOf('student')} and lesson_request_id in (${ACCEPTED})`;
const stats = `select total_evaluations as total, two_stars, four_stars from public.user_evaluation_stats where user_id = ${MARINA}`;
/** The clean-up of a later day: everything that waits is public then. */
const NIGHT = `select app.release_evaluations('2100-01-01')`;
const SAVE = '**/rest/v1/rpc/save_evaluation';

test('[D009][D109][D114][B183][B250] an evaluation written offline arrives once, with everything closed in between, and the statistics follow', {
  tag: '@worker',
}, async ({ page, product, context, frame }) => {
  const own = new OwnPages(page);
  const evaluations = new EvaluationPages(page);
  const before = await product.sql<{ total: number; two_stars: number; four_stars: number }>(stats);
  await own.enter('student');
  await expect(evaluations.pending.getByText('Marina Couto').first()).toBeVisible();
  await expect(evaluations.pending.getByRole('listitem').filter({ hasText: 'Marina Couto' })).toContainText(
    'Zouk · pedido de',
  );
  // The person is invited, never forced: no dialog covers the page.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await evaluations.pending.scrollIntoViewIfNeeded();
  await shoot(page, 'evaluation-pending');
  await workerControls(page);

  await context.setOffline(true);
  await evaluations.openPending('Marina Couto');
  await expect(evaluations.stars).toHaveCount(5);
  await evaluations.star(2).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(evaluations.star(4)).toBeChecked();
  await evaluations.comment.fill('Sem rede na praia, mas com vontade de dançar.');
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await shoot(page, 'evaluation-form');
  // Two taps send one evaluation.
  await doubleTap(evaluations.form.getByRole('button', { name: 'Enviar avaliação' }));
  await expect(evaluations.own.getByText('Salvo no aparelho')).toBeVisible();
  await expect(evaluations.own.getByRole('img', { name: '4 estrelas de 5' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'evaluation-own');
  await page.goto('/student/home');
  await expect(page.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
  await expect(evaluations.pending).toHaveCount(0);
  expect(await product.sql(written)).toEqual([]);

  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/teachers/marina-couto');
  await expect
    .poll(() => product.sql(written))
    .toMatchObject([
      {
        rating: 4,
        comment: 'Sem rede na praia, mas com vontade de dançar.',
        is_anonymous: false,
        of_marina: true,
      },
    ]);
  await expect(new OutboxPage(next).badge).toHaveCount(0);
  // Sealed: the other side has written nothing yet.
  expect(await product.sql(stats)).toEqual(before);
  await product.sql(NIGHT);
  const [now] = await product.sql<{ total: number; four_stars: number }>(stats);
  expect(now).toMatchObject({
    total: (before[0]?.total ?? 0) + 1,
    four_stars: (before[0]?.four_stars ?? 0) + 1,
  });
  await next.reload();
  const received = new EvaluationPages(next).received;
  const item = received.getByRole('listitem').filter({ hasText: 'Sem rede na praia' });
  const [author] = await product.sql<{ name: string }>(
    `select name from public.user_profiles where id = ${idOf('student')}`,
  );
  await expect(item).toContainText(author?.name ?? 'nobody');
  await expect(next.getByRole('main')).toContainText(`${now?.total} avaliações`);
});

test('[B260][B261][B197][B199][B223][D106][D107] the own evaluation is changed, keeps its id, and can hide its author', {
  tag: '@full',
}, async ({ page, product }) => {
  const own = new OwnPages(page);
  const evaluations = new EvaluationPages(page);
  const [before] = await product.sql<{ total: number; two_stars: number; four_stars: number }>(stats);
  await own.enter('student');
  await evaluations.openPending('Marina Couto');
  await evaluations.send();
  await expect(evaluations.form.getByText('Escolha de 1 a 5 estrelas')).toBeVisible();
  await expect(evaluations.star(1)).toBeFocused();
  await evaluations.star(4).check({ force: true });
  await evaluations.anonymous.check();
  await evaluations.send();
  await expect(evaluations.toast.locator('[data-title]')).toHaveText('Avaliação criada com sucesso!');
  await expect(evaluations.form).toHaveCount(0);
  await expect(evaluations.own.getByRole('img', { name: '4 estrelas de 5' })).toBeVisible();
  const [first] = await product.sql<{ id: string }>(written);
  expect(first).toMatchObject({ rating: 4, comment: null, is_anonymous: true, of_marina: true });
  // Nothing changes at the moment of writing; everything is counted after the nightly clean-up.
  expect(await product.sql(stats)).toEqual([before]);
  await product.sql(NIGHT);
  expect(await product.sql(stats)).toMatchObject([{ total: (before?.total ?? 0) + 1 }]);

  await evaluations.own.getByRole('button', { name: 'Editar avaliação' }).click();
  await expect(evaluations.star(4)).toBeFocused();
  await evaluations.star(2).check({ force: true });
  await evaluations.comment.fill(`Segredo ${'muito '.repeat(300)}`);
  await expect(evaluations.form.getByText('1000 de 1000 caracteres')).toBeVisible();
  await evaluations.comment.fill('Segredo de quem não assina.');
  await evaluations.send();
  await expect(evaluations.toast.locator('[data-title]')).toHaveText('Avaliação atualizada com sucesso!');
  expect(await product.sql(written)).toMatchObject([
    { id: first?.id, rating: 2, comment: 'Segredo de quem não assina.', changed: true },
  ]);

  await product.sql(NIGHT);
  expect(await product.sql(stats)).toEqual([
    {
      total: (before?.total ?? 0) + 1,
      two_stars: (before?.two_stars ?? 0) + 1,
      four_stars: before?.four_stars,
    },
  ]);

  const answer = page.waitForResponse('**/rest/v1/rpc/evaluations_of');
  await page.goto('/teachers/marina-couto');
  const text = await (await answer).text();
  expect(text).toContain('Segredo de quem não assina.');
  const [author] = await product.sql<{ id: string; name: string }>(
    `select id, name from public.user_profiles where id = ${idOf('student')}`,
  );
  const item = evaluations.received.getByRole('listitem').filter({ hasText: 'Segredo de quem' });
  await expect(item).toContainText('Avaliação anônima');
  await expect(item.getByRole('img', { name: '2 estrelas de 5' })).toBeVisible();
  expect(await item.innerText()).not.toContain(author?.name ?? '');
  expect(text).not.toContain(author?.id ?? '');
});

test('[B254][B255][B262][B263][D108] a refused evaluation is explained, keeps its text, and is sent once it is corrected', {
  tag: '@full',
}, async ({ page, product }) => {
  const own = new OwnPages(page);
  const evaluations = new EvaluationPages(page);
  await pageSends(page);
  await own.enter('student');
  const requests = new RequestPages(page);
  await requests.open('student');
  await requests.choose('Zouk com Marina Couto');
  await expect(page).toHaveURL(/\/student\/requests\/[0-9a-f-]{36}$/);
  await expect(evaluations.form).toBeVisible();
  const said = 'Este pedido já foi encerrado ontem à noite.';
  await page.route(SAVE, (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'PT409', hint: 'request_not_accepted', details: 'Cancelado', message: said },
    }),
  );
  await evaluations.star(5).check({ force: true });
  await evaluations.comment.fill('Não me apague');
  await evaluations.send();
  const reason = 'Só um pedido aceito pode ser avaliado, e este não está mais aceito.';
  await expect(evaluations.toast).toContainText('Erro');
  await expect(evaluations.toast.locator('[data-description]')).toHaveText(
    `Erro ao criar avaliação: ${said}`,
  );
  await expect(evaluations.toast).toHaveAttribute('data-type', 'error');
  await expect(evaluations.toast.locator('[data-title]')).toHaveText('Erro');
  await expect(evaluations.form.getByText(`Não enviado. ${reason}`)).toBeVisible();
  await expect(evaluations.comment).toHaveValue('Não me apague');
  await expect(evaluations.star(5)).toBeChecked();
  await expectAccessible(page);
  await shoot(page, 'evaluation-refused');

  const outbox = new OutboxPage(page);
  await outbox.open();
  await expect(outbox.items.getByText(reason)).toBeVisible();
  await outbox.items.getByRole('link', { name: 'Editar: Avaliação' }).click();
  await expect(evaluations.comment).toHaveValue('Não me apague');
  await page.unroute(SAVE);
  await evaluations.send();
  await expect(evaluations.own.getByText('Não me apague')).toBeVisible();
  await expect.poll(() => product.sql(written)).toMatchObject([{ rating: 5, comment: 'Não me apague' }]);

  await page.route(SAVE, (route) =>
    route.fulfill({
      status: 400,
      json: { code: '22023', hint: 'invalid_value', details: 'comment', message: 'refused' },
    }),
  );
  await page.reload();
  await evaluations.own.getByRole('button', { name: 'Editar avaliação' }).click();
  await evaluations.comment.fill('Outra coisa');
  await evaluations.send();
  await expect(evaluations.toast.locator('[data-description]')).toHaveText('Erro ao atualizar avaliação');
  await expect(evaluations.comment).toHaveValue('Outra coisa');
});

test('[B219][B220][B222] evaluating needs a session, and is not possible for others', {
  tag: '@full',
}, async ({ page, product }) => {
  const own = new OwnPages(page);
  const evaluations = new EvaluationPages(page);
  await own.enter('student');
  const session = await storedSession(page);
  const [other] = await product.sql<{ id: string; request: string }>(
    `select student_id as id, id as request from public.lesson_requests
     where status = 'Aceito' and student_id <> ${idOf('student')} limit 1`,
  );
  const answer = await page.evaluate(
    async ({ token, person, apikey }) => {
      const response = await fetch('/rest/v1/rpc/pending_evaluations_of', {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey, authorization: `Bearer ${token}` },
        body: JSON.stringify({ person }),
      });
      return response.json();
    },
    { token: session?.accessToken ?? '', person: other?.id, apikey: product.publishableKey },
  );
  expect(answer).toMatchObject({ message: 'Usuário não autorizado' });
  await page.goto(`/student/evaluations/${other?.request}`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Usuário não autorizado', exact: true }),
  ).toBeVisible();

  const lose = () => page.evaluate(() => localStorage.removeItem('danceflix_session'));
  const restore = () =>
    page.evaluate((kept) => localStorage.setItem('danceflix_session', JSON.stringify(kept)), session);
  await page.goto('/student/home');
  await evaluations.openPending('Marina Couto');
  await evaluations.star(3).check({ force: true });
  await lose();
  await evaluations.send();
  await expect(evaluations.toast.locator('[data-description]')).toHaveText(
    'Você precisa estar logado para avaliar',
  );
  expect(await product.sql(written)).toEqual([]);
  await restore();
  await evaluations.send();
  await evaluations.own.getByRole('button', { name: 'Editar avaliação' }).click();
  await lose();
  await evaluations.send();
  await expect(
    evaluations.toast.filter({ hasText: 'Você precisa estar logado para atualizar avaliação' }),
  ).toBeVisible();
});

test('[D110] a teacher is invited too, and can postpone it', { tag: '@full' }, async ({ page }) => {
  const own = new OwnPages(page);
  const evaluations = new EvaluationPages(page);
  await own.enter('teacher');
  const invitations = evaluations.pending.getByRole('listitem');
  await expect(invitations.first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Suas avaliações' })).toContainText(/\d+ avaliações/);
  const name = await invitations.first().locator('b').innerText();
  const notNow = evaluations.pending.getByRole('button', { name: `Agora não: ${name}` });
  await notNow.click();
  await expect(notNow).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
  await expect(invitations.first()).toBeVisible();
  await expect(notNow).toHaveCount(0);
  await invitations
    .first()
    .getByRole('link', { name: /^Avaliar / })
    .click();
  await expect(evaluations.form).toBeVisible();
});

test('[D111][D112][D113][B257] comments of an opened teacher are readable offline, of others only the numbers', {
  tag: ['@full', '@worker'],
}, async ({ page, product, context, frame }) => {
  const evaluations = new EvaluationPages(page);
  await page.goto('/search');
  await readyForOffline(page);
  await page.goto('/teachers/marina-couto');
  const comment = evaluations.received.getByText(
    'Entendi em duas aulas o que a turma não me deu em seis meses.',
  );
  await expect(comment).toBeVisible();
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await comment.scrollIntoViewIfNeeded();
  await shoot(page, 'evaluations-received');
  await context.setOffline(true);
  await page.reload();
  await expect(comment).toBeVisible();
  await expect(page.getByText('Salvas neste aparelho na sua última visita com internet.')).toBeVisible();
  await page.goto('/teachers/joao-aquino');
  await expect(page.getByText('Erro ao buscar avaliações recebidas', { exact: true })).toBeVisible();
  const [joao] = await product.sql<{ average: string; count: number }>(
    `select replace(round(rating_average, 1)::text, '.', ',') as average, rating_count as count
     from public.teacher_listings where slug = 'joao-aquino'`,
  );
  const summary = page.getByRole('region', { name: 'Avaliações', exact: true });
  await expect(summary).toContainText(`${joao?.average} de 5`);
  await expect(summary).toContainText(`${joao?.count} avaliações`);
  await expectAccessible(page);
});
