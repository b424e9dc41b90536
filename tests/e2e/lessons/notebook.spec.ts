import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const LESSON = '4f5a0f0c-0000-4000-8000-000000000015';
const REQUEST = `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
  values (gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')},
    (select id from public.dance_styles where name = 'Bolero')) returning id`;
const held = (request: string) => `insert into public.lessons
  (id, request_id, status, agreed_at, zone, minutes, starts_local, starts_at, student_outcome, teacher_outcome)
  select '${LESSON}', '${request}', 'held', now(), 'America/Sao_Paulo', 60, l.start at time zone 'America/Sao_Paulo', l.start,
    'held', 'held' from (select date_trunc('minute', now() - interval '1 day') as start) l`;

test('a notebook in a basement: homework, notes of two tabs, steps to train and the count, from a cold start without a connection', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  const [request] = await product.sql<{ id: string }>(REQUEST);
  const id = request?.id ?? '';
  await product.sql(`update public.lesson_requests set status = 'Aceito' where id = '${id}'`);
  await product.sql(held(id));

  // The teacher's side is on the lesson's card.
  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const theirs = await other.newPage();
  await new OwnPages(theirs).enter('teacher');
  await theirs.goto(`/teacher/requests/${id}#aula-${LESSON}`);
  const card = theirs.locator(`#aula-${LESSON}`);
  await card.getByRole('button', { name: 'Passar dever de casa' }).click();
  await expect(card.getByLabel('Dever de casa')).toBeFocused();
  await card.getByLabel('Dever de casa').fill('Cinco minutos de base, sem olhar para o chão');
  await doubleTap(card.getByRole('button', { name: 'Salvar' }));
  await expect(card.getByText('Ainda não feito')).toBeVisible();
  await expectAccessible(theirs);
  await expect
    .poll(() => product.sql(`select text from public.lesson_texts where part = 'homework'`))
    .toEqual([{ text: 'Cinco minutos de base, sem olhar para o chão' }]);

  // The student marks steps, then loses the connection and starts from nothing but the phone.
  await new OwnPages(page).enter('student');
  await page.getByRole('link', { name: 'Abrir o caderno' }).click();
  await expect(frame.main.getByRole('heading', { name: 'Nenhum passo no caderno' })).toBeVisible();
  await expect(frame.main.getByText('Cinco minutos de base, sem olhar para o chão').first()).toBeVisible();
  await expectAccessible(page);
  await readyForOffline(page);
  await context.setOffline(true);
  await frame.main.getByRole('link', { name: 'Escolher passos' }).click();
  const marks = (step: string) => frame.main.getByRole('group', { name: `${step} no seu caderno` });
  await marks('Abertura').first().getByLabel('Aprendendo').check();
  await marks('Base girando').first().getByLabel('Aprendendo').check();
  await marks('Base girando').first().getByLabel('Sei').check();
  await expect(marks('Base girando').first().getByLabel('Aprendendo')).not.toBeChecked();
  // Shown at once; a page that is left now would lose it.
  await expect(marks('Base girando').first()).toHaveAttribute('aria-busy', 'false');
  await frame.expectNoSidewaysScroll();

  await page.goto('/student/notebook');
  const training = frame.main.getByRole('region', { name: 'Treinar hoje' });
  // Not `check`: the box leaves with its tick.
  await training.getByLabel('Fiz este dever').click();
  await expect(training.getByLabel('Fiz este dever')).toHaveCount(0);
  const exercise = training.getByRole('article', { name: 'Treino: Abertura' });
  await expect(exercise.getByText('Falta 1 passo hoje')).toBeVisible();
  await exercise.getByRole('button', { name: 'Conferir o passo' }).click();
  await expect(exercise.getByRole('img', { name: /^Desenho dos pés/ })).toHaveCount(2);
  await exercise.getByText('Contar o tempo').first().click();
  const player = exercise.getByRole('region', { name: 'Contar o tempo' });
  await player.getByLabel('Zabumba (baião)').check();
  await player.getByRole('button', { name: 'Mais rápido' }).click();
  await player.getByRole('button', { name: 'Começar' }).click();
  const now = player.locator('[data-now]');
  await expect(now).toHaveText(/[1-8]/);
  await expect(now).not.toHaveText((await now.textContent()) ?? '');
  await player.getByRole('button', { name: 'Parar' }).click();
  await expect(now).toHaveCount(0);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'notebook-training');
  await doubleTap(exercise.getByRole('button', { name: /^Bem/ }));
  await expect(training.getByText('Tudo treinado por hoje.')).toBeVisible();

  // Two tabs begin with the same empty note: the second text counts, the first stays beside it.
  const lessons = frame.main.getByRole('region', { name: 'Suas aulas' });
  const second = await context.newPage();
  await second.goto('/student/notebook');
  const there = second.getByRole('region', { name: 'Suas aulas' });
  await there.getByRole('button', { name: 'Anotar' }).click();
  await lessons.getByRole('button', { name: 'Anotar' }).click();
  await lessons.getByLabel('Sua anotação').fill('Peso no pé da frente');
  // Typed text is a draft that both tabs show.
  await expect(there.getByLabel('Sua anotação')).toHaveValue('Peso no pé da frente');
  await second.close();
  await lessons.getByRole('button', { name: 'Salvar' }).click();
  await expect(lessons.getByRole('button', { name: 'Mudar anotação' })).toBeFocused();
  await expect(lessons.getByText('Salvo no aparelho').first()).toBeVisible();

  // Meanwhile another phone of the same person has written; nothing of either text is lost.
  await product.sql(`insert into public.lesson_texts (id, lesson_id, part, author_id, text, written_at)
    values (gen_random_uuid(), '${LESSON}', 'student', ${idOf('student')}, 'Do tablet: respirar', now())`);
  await context.setOffline(false);
  await expect(lessons.getByText('Do tablet: respirar')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'notebook-lessons');
  await lessons.getByRole('button', { name: 'Juntar ao texto' }).click();
  await expect
    .poll(() => product.sql(`select text, counts from public.lesson_texts where part = 'student'`))
    .toEqual([{ text: 'Peso no pé da frente\n\nDo tablet: respirar', counts: true }]);
  await expect
    .poll(() =>
      product.sql(`select (select count(*)::int from public.step_reviews where rating = 3) as reviews,
        (select json_agg(state order by step) from public.step_marks) as marks,
        (select count(*)::int from public.homework_ticks) as ticks`),
    )
    .toEqual([{ reviews: 1, marks: ['learning', 'known'], ticks: 1 }]);
  await theirs.reload();
  await expect(card.getByText('Feito pelo aluno')).toBeVisible();
  await expect(card.getByText('Peso no pé da frente')).toBeVisible();
  await shoot(theirs, 'notebook-teacher');
});
