/** From what one of two people wrote to the team's answer: three taps, without a connection, and without a sign to the other. */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { AdminPages } from '../pages/admin-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const WORDS = 'Manda uma foto sua antes?';

test('a teacher reports a message and a request in three taps offline; the team reads the words, decides and writes to both', async ({
  page,
  product,
  context,
  browser,
  frame,
}) => {
  // Sent to the teacher now, as the student's own writing.
  const [request] = await product.sql<{ id: string }>(
    `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, message)
       select gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')}, s.dance_style_id, '${WORDS}'
       from public.teacher_dance_styles s where s.teacher_id = ${idOf('teacher')} and not exists (
         select from public.lesson_requests r where r.student_id = ${idOf('student')}
           and r.teacher_id = s.teacher_id and r.dance_style_id = s.dance_style_id
           and r.status in ('Pendente', 'Aceito') and r.ended_at is null)
       limit 1 returning id`,
  );
  const id = request?.id ?? '';
  await new OwnPages(page).enter('teacher');
  await page.goto(`/teacher/requests/${id}`);
  await expect(page.getByText(WORDS)).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  const box = page.locator('section').filter({ has: page.getByRole('heading', { name: 'O pedido' }) });
  await box.getByRole('button', { name: 'Denunciar esta mensagem' }).click();
  await page.getByRole('radio', { name: 'Assédio ou ameaça' }).check();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'report-message');
  await doubleTap(page.getByRole('button', { name: 'Enviar denúncia' }));
  await expect(page.getByRole('heading', { name: /^Denúncia salva/ })).toBeVisible();
  await expectAccessible(page);
  // By key: a press here within half a second of sending counts as the second tap of a double tap.
  await page.getByRole('button', { name: 'Fechar', exact: true }).press('Enter');
  await box.getByRole('button', { name: 'Denunciar este pedido' }).click();
  await page.getByRole('radio', { name: 'Outro motivo' }).check();
  await page.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(page.getByRole('heading', { name: /^Denúncia salva/ })).toBeVisible();
  await context.setOffline(false);
  const kept = `select r.what, r.reason, t.texts from public.reports r join app.reported_texts t on t.report_id = r.id
    where r.target_id = '${id}' order by r.what`;
  const texts = [{ field: 'message', text: WORDS }];
  await expect
    .poll(() => product.sql(kept))
    .toEqual([
      { what: 'message', reason: 'unsafe', texts },
      { what: 'request', reason: 'other', texts },
    ]);

  const office = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 800 },
    locale: 'pt-BR',
  });
  const desk = await office.newPage();
  const admin = new AdminPages(desk);
  await admin.enter('/admin/reports');
  // Urgent ones stand first.
  const card = admin.card(/^Mensagem entre|Mensagem entre/).first();
  await expect(card).toContainText(WORDS);
  await expect(card).toContainText('Urgente');
  await expect(card).toContainText('Sobre ');
  await admin.expectSound();
  await shoot(desk, 'report-queue-message');

  await card.getByRole('button', { name: /^Escrever sobre: Mensagem/ }).click();
  await admin.dialog
    .getByLabel('Mensagem', { exact: true })
    .fill('Obrigada por avisar. Já estamos cuidando.');
  await admin.expectSound();
  await shoot(desk, 'report-letter');
  await admin.confirm('Enviar mensagem');
  await admin.told('Mensagem enviada');
  await expect(card.getByRole('list', { name: 'Mensagens da equipe' })).toContainText('Já estamos cuidando.');
  await card.getByRole('button', { name: /^Escrever sobre: Mensagem/ }).click();
  await admin.dialog.getByLabel('Para quem').selectOption('reported');
  await expect(admin.dialog).toContainText('Não fale do pedido');
  // Another person's letter is another text.
  await expect(admin.dialog.getByLabel('Mensagem', { exact: true })).toHaveValue('');
  await admin.dialog.getByLabel('Mensagem', { exact: true }).fill('Leia por favor as regras de convivência.');
  await admin.confirm('Enviar mensagem');
  await admin.told('Mensagem enviada');
  await card.getByRole('button', { name: /^Dar razão: Mensagem/ }).click();
  await expect(admin.dialog).toContainText('para que a outra pessoa não saiba quem denunciou');
  await expect(admin.dialog.getByLabel(/^Motivo/)).toHaveCount(0);
  await admin.confirm('Dar razão');
  await admin.told('Decidido');
  await office.close();

  await page.goto('/teacher/notifications');
  await expect(page.getByText('Já estamos cuidando.')).toBeVisible();
  await expect(page.getByText('analisou e deu razão à sua denúncia.')).toBeVisible();
  const told = await product.sql<{ title: string; body: string; url: string | null }>(
    `select title, body, url from public.notifications where user_id = ${idOf('student')}
       and kind in ('team.letter', 'report.decided')`,
  );
  expect(told).toEqual([
    {
      title: 'Mensagem da equipe do Danceflix',
      body: 'Leia por favor as regras de convivência.',
      url: null,
    },
  ]);
});

test('a student reports a place that the teacher proposes, in three taps, with the words of the screen', {
  tag: '@full',
}, async ({ page, product, frame }) => {
  const [lesson] = await product.sql<{ id: string; request: string }>(
    `insert into public.lessons (id, request_id, proposed_last)
       select gen_random_uuid(), r.id, 'teacher' from public.lesson_requests r
       where r.student_id = ${idOf('student')} and r.status = 'Aceito' and r.ended_at is null limit 1
       returning id, request_id as request`,
  );
  const { id, request } = lesson ?? { id: '', request: '' };
  await product.sql(
    `insert into public.lesson_proposals (lesson_id, side, id, starts_local, zone, starts_at, minutes, place)
       select '${id}', 'teacher', gen_random_uuid(), l, 'America/Sao_Paulo', l at time zone 'America/Sao_Paulo', 60,
         'Minha casa, venha só.'
       from (select date_trunc('day', now() at time zone 'UTC') + interval '7 days 18 hours') x (l)`,
  );
  await new OwnPages(page).enter('student');
  await page.goto(`/student/requests/${request}`);
  const card = page.getByRole('article').filter({ hasText: 'Minha casa, venha só.' });
  await card.getByRole('button', { name: 'Denunciar esta proposta' }).click();
  await page.getByRole('radio', { name: 'Assédio ou ameaça' }).check();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'report-place');
  await page.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(page.getByRole('heading', { name: /^Denúncia salva/ })).toBeVisible();
  await expect
    .poll(() =>
      product.sql(`select r.reason, t.texts, t.seen from public.reports r
        join app.reported_texts t on t.report_id = r.id where r.what = 'lesson' and r.target_id = '${id}'`),
    )
    .toEqual([{ reason: 'unsafe', texts: [{ field: 'place', text: 'Minha casa, venha só.' }], seen: null }]);
});
