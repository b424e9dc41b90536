import { expectAccessible, workerControls } from '../../support/browser';
import { EvaluationPages } from '../pages/evaluation-pages';
import { OutboxPage } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const NAMED = `select e.id, e.public_id, e.comment, e.reply, p.name as author, t.slug,
    split_part((select name from public.user_profiles where id = e.evaluated_id), ' ', 1) as first
  from public.lesson_evaluations e join public.user_profiles p on p.id = e.evaluator_id
  join public.teachers t on t.id = e.evaluated_id
  where e.evaluated_id = ${idOf('teacher')} and e.public_rating is not null and not e.is_anonymous
    and e.comment is not null
  order by e.created_at desc, e.id limit 1`;
interface Named {
  id: string;
  comment: string;
  reply: string | null;
  author: string;
  slug: string;
  first: string;
}

test('a reply written offline waits, arrives once, and stands on the public page; it can be changed and reported', {
  tag: ['@worker', '@full'],
}, async ({ page, product, context, frame }) => {
  const own = new OwnPages(page);
  const received = page.getByRole('list', { name: 'Avaliações recebidas' });
  const find = async () => (await product.sql<Named>(NAMED))[0] as Named;
  const { comment, author, slug, first } = await find();
  await own.enter('teacher');
  const item = received.getByRole('listitem').filter({ hasText: comment });
  await expect(item).toBeVisible();
  await workerControls(page);

  await context.setOffline(true);
  await item.getByRole('button', { name: `Responder a ${author}` }).click();
  const form = page.getByRole('form', { name: `Resposta a ${author}` });
  const field = form.getByLabel('Sua resposta');
  await expect(field).toBeFocused();
  await form.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect(form.getByText('Escreva a resposta')).toBeVisible();
  await field.fill('Obrigada, foi um prazer ');
  await page.reload();
  // The typed text is still there.
  await expect(field).toHaveValue('Obrigada, foi um prazer ');
  await field.fill(`Obrigada! ${'muito '.repeat(100)}`);
  await expect(form.getByText('500 de 500 caracteres')).toBeVisible();
  await field.fill('Obrigada, foi um prazer dançar com você.');
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await form.scrollIntoViewIfNeeded();
  await shoot(page, 'reply-form');
  // Two taps send one reply.
  await doubleTap(form.getByRole('button', { name: 'Enviar resposta' }));
  await expect(item.getByText('Obrigada, foi um prazer dançar com você.')).toBeVisible();
  await expect(item.getByText('Salvo no aparelho')).toBeVisible();
  await expect(item.getByText('Sua resposta')).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(item.getByText('Obrigada, foi um prazer dançar com você.')).toBeVisible();
  await shoot(page, 'reply-waiting');
  expect((await find()).reply).toBeNull();

  await context.setOffline(false);
  await expect.poll(async () => (await find()).reply).toBe('Obrigada, foi um prazer dançar com você.');
  await expect(new OutboxPage(page).badge).toHaveCount(0);
  await expect(item.getByText(/Você pode mudar a resposta até \d+ de \w+/)).toBeVisible();

  await item.getByRole('button', { name: 'Mudar resposta' }).click();
  await field.fill('Obrigada! Volte sempre.');
  await form.getByRole('button', { name: 'Salvar resposta' }).click();
  await expect.poll(async () => (await find()).reply).toBe('Obrigada! Volte sempre.');

  // The author changes the evaluation, which shows, and had lessons before.
  await product.sql(`update public.lesson_evaluations set rating = 2, comment = '${comment} Mudei de ideia.'
    where id = '${(await find()).id}'`);
  await product.sql(
    `update public.lesson_evaluations set lessons_held = 10 where id = '${(await find()).id}'`,
  );
  await page.goto(`/teachers/${slug}`);
  const shown = new EvaluationPages(page).received
    .getByRole('listitem')
    .filter({ hasText: 'Mudei de ideia.' });
  await expect(shown.getByText(`Resposta de ${first}, de antes da mudança`)).toBeVisible();
  await expect(shown).toContainText('Obrigada! Volte sempre.');
  await expect(shown).toContainText(`${author} · 10 aulas ou mais com ${first} ·`);
  await expect(shown).toContainText(/Editada em \w+ de \d{4}/);
  await expect(shown).toContainText(/antes: \d estrelas/);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await shown.scrollIntoViewIfNeeded();
  await shoot(page, 'reply-public');
  await page.goto('/teacher/home');
  await expect(item.getByText('Sua resposta, de antes da mudança')).toBeVisible();
  await item.scrollIntoViewIfNeeded();
  await shoot(page, 'reply-earlier');
  await page.goto(`/teachers/${slug}`);
  await expect(shown).toContainText('Obrigada! Volte sempre.');
  await context.setOffline(true);
  await page.reload();
  await expect(shown).toContainText('Obrigada! Volte sempre.');

  // A reply whose days are over is refused with words, and its text stays until it is discarded.
  await page.goto('/teacher/home');
  await item.getByRole('button', { name: 'Responder de novo' }).click();
  await field.fill('Tarde demais?');
  await form.getByRole('button', { name: 'Salvar resposta' }).click();
  await expect(item.getByText('Salvo no aparelho')).toBeVisible();
  await product.sql(`update public.lesson_evaluations set replied_at = replied_at - interval '20 days',
    edited_at = edited_at - interval '20 days' where id = '${(await find()).id}'`);
  await context.setOffline(false);
  await expect(form.getByText('Não enviado. Uma resposta só muda por 14 dias.')).toBeVisible();
  await expect(field).toHaveValue('Tarde demais?');
  await form.getByRole('button', { name: 'Descartar' }).click();
  await expect(item.getByText('Obrigada! Volte sempre.')).toBeVisible();
});

test('a teacher reads a student’s facts before answering, online and offline', {
  tag: '@worker',
}, async ({ page, product, context, frame }) => {
  const requests = new RequestPages(page);
  const [asked] = await product.sql<{
    id: string;
    student: string;
    name: string;
    first: string;
    other: string;
  }>(
    `select r.id, r.student_id as student, p.name, split_part(p.name, ' ', 1) as first, (
       select o.id from public.lesson_requests o
       where o.student_id = r.student_id and o.status = 'Aceito' limit 1) as other
     from public.lesson_requests r join public.user_profiles p on p.id = r.student_id
     where r.teacher_id = ${idOf('teacher')} and r.status = 'Pendente' order by other nulls last, r.id limit 1`,
  );
  if (!asked) throw new Error('the demo data have no waiting request');
  const lesson = (status: 'held' | 'missed', outcome: string) =>
    product.sql(`insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes,
        student_outcome, teacher_outcome)
      select gen_random_uuid(), '${asked.other ?? asked.id}', '${status}', now() - interval '3 days', l, 'UTC',
        l at time zone 'UTC', 60, '${outcome}', '${outcome}'
      from (select date_trunc('minute', now() at time zone 'UTC') - interval '1 day') x (l)`);
  await lesson('held', 'held');
  await lesson('held', 'held');
  await lesson('missed', 'student_missed');
  await product.sql(`insert into public.user_evaluation_stats (user_id, five_stars, four_stars)
    values ('${asked.student}', 3, 1)
    on conflict (user_id) do update set five_stars = 3, four_stars = 1, three_stars = 0, two_stars = 0, one_star = 0`);

  await new OwnPages(page).enter('teacher');
  await requests.open('teacher');
  const card = requests.cards.filter({ hasText: asked.name });
  await expect(card.first()).toContainText(
    '2 aulas com 1 professor · nota 4,8 em 4 avaliações · faltou a 1 de 3',
  );
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'student-line');
  await workerControls(page);
  await context.setOffline(true);
  await page.goto(`/teacher/requests/${asked.id}`);
  const about = page.getByRole('region', { name: `Sobre ${asked.first}` });
  await expect(about).toContainText(/No Danceflix desde\s*\w+ de \d{4}/);
  await expect(about).toContainText('2 com 1 professor');
  await expect(about).toContainText('4,8 de 5, em 4 avaliações');
  await expect(about).toContainText('1 de 3 aulas marcadas');
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await shoot(page, 'student-summary');
});
