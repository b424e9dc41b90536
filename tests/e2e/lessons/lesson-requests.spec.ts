import { expectAccessible, readyForOffline, workerControls } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';
import { isBusy } from '../support/updating';

test.use({ serviceWorkers: 'allow' });
/** Requests of the demo's student to the demo's teacher, newest last. */
const between = (style: string) =>
  `select r.id, r.status, r.message, r.reason, r.preferred_days, r.preferred_times from public.lesson_requests r
   join public.dance_styles d on d.id = r.dance_style_id
   where r.student_id = ${idOf('student')} and r.teacher_id = ${idOf('teacher')} and d.name = '${style}'`;
const addRequest = (style: string) =>
  `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
    values (gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')},
      (select id from public.dance_styles where name = '${style}')) returning id`;

const stateOf = (student: string, teacher: string, style: string) =>
  `select r.status from public.lesson_requests r
   join public.user_profiles s on s.id = r.student_id join public.user_profiles t on t.id = r.teacher_id
   join public.dance_styles d on d.id = r.dance_style_id
   where s.name = '${student}' and t.name = '${teacher}' and d.name = '${style}' order by r.request_date`;
const CANCELLED = [{ status: 'Cancelado' }];

test('[T020][A004] a request made without a connection is in the list, survives closing everything, and arrives once', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/teachers/marina-couto');
  await readyForOffline(page);
  await requests.open('student');
  await expect(requests.group('Aceito').getByRole('listitem').first()).toBeVisible();
  await page.goto('/teachers/marina-couto');
  await expect(requests.ask).toBeVisible();
  await shoot(page, 'requests-teacher-page');
  await context.setOffline(true);
  await requests.ask.click();
  await requests.fill('Forró', 'Quero conduzir um xote inteiro.');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'requests-form');
  await requests.send();
  await expect(page.getByRole('heading', { level: 1, name: 'Forró com Marina Couto' })).toBeVisible();
  await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  await expectAccessible(page);
  await requests.open('student');
  const waiting = requests.group('Pendente').getByRole('listitem').filter({ hasText: 'Marina Couto' });
  await expect(waiting).toContainText('Salvo no aparelho');
  await expect(waiting).toContainText('Segunda · Noite');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'requests-list-student');

  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/student/home');
  await expect
    .poll(() => product.sql(between('Forró')))
    .toMatchObject([{ status: 'Pendente', message: 'Quero conduzir um xote inteiro.' }]);
  const later = new RequestPages(next);
  await expect(
    next.getByRole('region', { name: 'Pedidos de aula' }).getByRole('link', { name: /Forró com Marina/ }),
  ).toBeVisible();
  await later.open('student');
  await expect(later.group('Pendente').getByRole('link', { name: /Forró com Marina/ })).toHaveCount(1);
  await expect(later.group('Pendente').getByText('Salvo no aparelho')).toHaveCount(0);
  expect(
    await product.sql(`select 1 from public.command_log where kind = 'lesson_request.create'`),
  ).toHaveLength(1);
});

test('a teacher who was opened before any sync can be asked for a lesson when the connection is lost', {
  tag: '@full',
}, async ({ page, context, frame }) => {
  const pulls = '**/rest/v1/rpc/pull_teachers';
  await context.route(pulls, (route) => route.abort('internetdisconnected'));
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/search?name=marina');
  await frame.main.locator('a[href="/teachers/marina-couto"]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marina Couto' })).toBeVisible();
  await expect(requests.ask).toBeVisible();
  await workerControls(page);
  await context.setOffline(true);
  await requests.ask.click();
  await requests.fill('Forró', 'Antes de tudo chegar.');
  await requests.send();
  await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
});

test('[D103] a second open request for the same teacher and style is refused, explained, and leads to the first', {
  tag: '@full',
}, async ({ page, product, context }) => {
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/student/requests/new?professor=marina-couto');
  await requests.form.getByRole('radio', { name: 'Zouk', exact: true }).check();
  await expect(requests.form.getByRole('alert').filter({ hasText: 'já tem um pedido aberto' })).toBeVisible();
  await expect(requests.form.getByRole('button', { name: 'Enviar pedido' })).toBeDisabled();
  await expectAccessible(page);

  // Another phone of the same person acted first.
  await workerControls(page);
  await context.setOffline(true);
  await requests.fill('Forró', 'Do outro celular.');
  await requests.send();
  const [first] = await product.sql<{ id: string }>(addRequest('Forró'));
  await context.setOffline(false);
  await expect(requests.main.getByText('Não enviado')).toBeVisible();
  await expect(requests.main.getByText(/Você já tem um pedido aberto/)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'requests-refused');
  await requests.open('student');
  await expect(requests.group('Não enviado').getByRole('listitem')).toHaveCount(1);
  await requests.group('Não enviado').getByRole('link').click();
  await requests.main.getByRole('link', { name: 'Ver o pedido aberto' }).click();
  await expect(page).toHaveURL(`/student/requests/${first?.id}`);
  await expect(requests.main.getByText('Pendente', { exact: true })).toBeVisible();
  expect(await product.sql(between('Forró'))).toHaveLength(1);
});

test('[T099][B006][B011][D011][D097][D099][D100] the teacher accepts without a connection; the student gets the contact, until one of them cancels', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  await product.sql(addRequest('Forró'));
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('teacher');
  const home = page.getByRole('region', { name: 'Pedidos de aula' });
  await expect(home).toContainText('3 pedidos aguardando sua resposta');
  await expectAccessible(page);
  await shoot(page, 'requests-home-teacher');
  await readyForOffline(page);
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Pedidos', exact: true }).first(),
  ).toHaveAttribute('href', '/teacher/requests');
  await requests.open('teacher');
  const own = await product.sql(`select 1 from public.lesson_requests where teacher_id = ${idOf('teacher')}`);
  await expect(requests.cards).toHaveCount(own.length);
  await context.setOffline(true);
  await page.reload();
  await expect(requests.cards).toHaveCount(own.length);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'requests-list-teacher');

  await requests.choose('Forró com Camila Duarte');
  await expect(requests.accept).toBeInViewport({ ratio: 1 });
  await shoot(page, 'requests-detail-teacher');
  await requests.more.click();
  await expect(requests.main.getByRole('button', { name: 'Bloquear Camila Duarte' })).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'requests-detail-more');
  await page.keyboard.press('Escape');
  await expect(requests.more).toBeFocused();
  await doubleTap(requests.accept);
  await expect(requests.main.getByText('Aceito', { exact: true })).toBeVisible();
  await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  await expect(page.locator('a[href*="wa.me"]')).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(() => product.sql(between('Forró'))).toMatchObject([{ status: 'Aceito' }]);
  await expect(requests.main.getByText('Enviado', { exact: true })).toBeVisible();
  await expect(page.locator('a[href*="wa.me/5511900000001"]')).toHaveAttribute('href', /Camila.*Forr/);

  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const theirs = await other.newPage();
  const student = new RequestPages(theirs);
  await new OwnPages(theirs).enter('student');
  await student.open('student');
  const asked = await product.sql(
    `select 1 from public.lesson_requests where student_id = ${idOf('student')}`,
  );
  await expect(student.cards).toHaveCount(asked.length);
  await student.choose('Forró com Marina Couto');
  await expect(theirs.locator('a[href*="wa.me/5"]')).toHaveAttribute('href', /Marina.*Forr/);
  // Accepted a moment ago: nobody asks yet how it was, but who has had the lesson may say it.
  const evaluate = student.main.getByRole('button', { name: 'Já teve a aula? Avaliar' });
  await expect(student.main.getByText(/^Como foi dançar com/)).toHaveCount(0);
  await evaluate.click();
  await expect(
    student.main.getByRole('heading', { name: 'Como foi dançar com Marina Couto?' }),
  ).toBeVisible();
  await expect(student.main.getByRole('radio').first()).toBeFocused();
  await expectAccessible(theirs);
  await shoot(theirs, 'requests-detail-accepted');
  await student.cancel('Mudei de cidade.');
  await expect(student.main.getByText('Cancelado', { exact: true })).toBeVisible();
  await expect(theirs.locator('a[href*="wa.me"]')).toHaveCount(0);
  await expect
    .poll(() => product.sql(between('Forró')))
    .toMatchObject([{ status: 'Cancelado', reason: 'Mudei de cidade.' }]);
  await page.reload();
  await expect(requests.main.getByText('Este pedido não está mais aberto.')).toBeVisible();
  await expect(page.locator('a[href*="wa.me"]')).toHaveCount(0);

  // Pending requests can be cancelled too, and accepted ones by the teacher.
  await student.open('student');
  await student.choose('Forró com João Aquino');
  await student.cancel('');
  await expect.poll(() => product.sql(stateOf('Camila Duarte', 'João Aquino', 'Forró'))).toEqual(CANCELLED);
  await product.sql(addRequest('Bolero'));
  await product.sql(
    `update public.lesson_requests r set status = 'Aceito' from public.dance_styles d
     where d.id = r.dance_style_id and d.name = 'Bolero' and r.status = 'Pendente' and r.student_id = ${idOf('student')}`,
  );
  for (const [who, style] of [
    ['Noemi Castanheira', 'Soltinho'],
    ['Camila Duarte', 'Bolero'],
  ] as const) {
    await requests.open('teacher');
    await requests.choose(`${style} com ${who}`);
    await requests.cancel('Vou viajar.');
    await expect(requests.main.getByText('Você cancelou este pedido.')).toBeVisible();
    await expect.poll(() => product.sql(stateOf(who, 'Marina Couto', style))).toEqual(CANCELLED);
  }

  // Lessons that were agreed long ago end, and stay accepted: the student may still evaluate them.
  await requests.open('teacher');
  await requests.choose('Zouk com Camila Duarte');
  await requests.endLessons('Vou viajar.');
  await expect(requests.main.getByText('Você encerrou estas aulas.')).toBeVisible();
  await expect(page.locator('a[href*="wa.me"]')).toHaveCount(0);
  await expect
    .poll(() => product.sql(stateOf('Camila Duarte', 'Marina Couto', 'Zouk')))
    .toEqual([{ status: 'Aceito' }]);
  await other.close();
});

test('an answer made offline to a cancelled request is refused and explained', {
  tag: '@full',
}, async ({ page, product, context }) => {
  const [asked] = await product.sql<{ id: string }>(addRequest('Forró'));
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('teacher');
  await requests.open('teacher');
  await requests.choose('Forró com Camila Duarte');
  await workerControls(page);
  await context.setOffline(true);
  await requests.accept.click();
  await expect(requests.main.getByText('Aceito', { exact: true })).toBeVisible();
  await product.sql(
    `update public.lesson_requests set status = 'Cancelado', cancelled_by = 'student' where id = '${asked?.id}'`,
  );
  await context.setOffline(false);
  await expect(requests.main.getByText('Não enviado')).toBeVisible();
  await expect(requests.main.getByText(/cancelado antes de sua resposta chegar/)).toBeVisible();
  await expect(requests.main.getByText('Cancelado', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'requests-answer-refused');
  await page.goto('/envios');
  await expect(requests.main.getByText(/cancelado antes de sua resposta chegar/)).toBeVisible();
  await page.getByRole('link', { name: 'Editar: Resposta a um pedido de aula' }).click();
  await requests.main.getByRole('button', { name: 'Entendi, descartar' }).click();
  await expect(requests.main.getByText('Não enviado')).toHaveCount(0);
  expect(await product.sql(between('Forró'))).toMatchObject([{ status: 'Cancelado' }]);
});

test('[D098] a teacher declines with a reason, and a visitor passes the login on the way to sending', {
  tag: '@full',
}, async ({ page, product }) => {
  const requests = new RequestPages(page);
  await page.goto('/teachers/marina-couto');
  await requests.ask.click();
  await requests.fill('Forró', '');
  await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
  await requests.main.getByRole('link', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(
    /\/login\?redirect=%2Fstudent%2Frequests%2Fnew%3Fprofessor%3Dmarina-couto%26pronto%3D1&role=student/,
  );
  await page.getByLabel('E-mail').fill('aluno@danceflix.test');
  await page.getByLabel('Senha', { exact: true }).fill('danceflix-aluno');
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedir aula com Marina Couto' })).toBeVisible();
  await requests.send();
  await expect.poll(() => product.sql(between('Forró'))).toHaveLength(1);

  await page.getByRole('banner').getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await new OwnPages(page).enter('teacher');
  await requests.open('teacher');
  await requests.choose('Forró com Camila Duarte');
  await requests.main.getByRole('button', { name: 'Recusar' }).click();
  await expectAccessible(page);
  await shoot(page, 'requests-decline');
  const reason = requests.main.getByLabel('Motivo (opcional)');
  await reason.fill('Agenda cheia até janeiro.');
  // A new release waits, and a manual reload still keeps the text.
  await expect.poll(() => isBusy(page)).toBe(true);
  await page.reload();
  await requests.main.getByRole('button', { name: 'Recusar' }).click();
  await expect(reason).toHaveValue('Agenda cheia até janeiro.');
  await requests.main.getByRole('button', { name: 'Sim, recusar' }).click();
  await expect(requests.main.getByText('Recusado', { exact: true })).toBeVisible();
  await expect
    .poll(() => product.sql(between('Forró')))
    .toMatchObject([{ status: 'Recusado', reason: 'Agenda cheia até janeiro.' }]);
});

test('a refused request is edited from the pending writes, stays edited over a reload, and arrives once', {
  tag: '@full',
}, async ({ page, product, context }) => {
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/student/requests/new?professor=marina-couto');
  await expect(requests.form).toBeVisible();
  await workerControls(page);
  await context.setOffline(true);
  await requests.fill('Forró', 'Do zero, por favor.');
  await requests.send();
  await product.sql(
    `delete from public.teacher_dance_styles where teacher_id = ${idOf('teacher')}
     and dance_style_id = (select id from public.dance_styles where name = 'Forró')`,
  );
  await context.setOffline(false);
  await page.goto('/envios');
  await expect(requests.main.getByText(/não ensina mais este estilo/)).toBeVisible();
  await page.getByRole('link', { name: 'Editar: Pedido de aula' }).click();
  await expect(requests.form.getByLabel('Mensagem (opcional)')).toHaveValue('Do zero, por favor.');
  await requests.form.getByRole('radio', { name: 'Soltinho', exact: true }).check();
  await requests.form.getByLabel('Mensagem (opcional)').fill('Soltinho do zero, por favor.');
  await page.reload();
  await expect(requests.form.getByLabel('Mensagem (opcional)')).toHaveValue('Soltinho do zero, por favor.');
  await requests.send();
  await expect
    .poll(() => product.sql(between('Soltinho')))
    .toMatchObject([
      { status: 'Pendente', message: 'Soltinho do zero, por favor.', preferred_days: ['segunda'] },
    ]);
  await expect(requests.main.getByText('Não enviado')).toHaveCount(0);
});
