import { readFile } from 'node:fs/promises';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
/** Two requests that the demo's teacher has accepted; the second is of another student. */
const REQUESTS = `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
  select gen_random_uuid(), p.id, ${idOf('teacher')}, (select id from public.dance_styles where name = 'Bolero')
  from (select id, email from public.user_profiles where role = 'student' and removed_at is null
    order by email = 'aluno@danceflix.test' desc, email limit 2) p
  order by p.email = 'aluno@danceflix.test' desc returning id`;

/** Lessons on days of São Paulo, `rows`: day from today, hour, status, the two outcomes. */
const lessons = (request: string | undefined, rows: string) => `insert into public.lessons
  (id, request_id, status, agreed_at, zone, minutes, place, price_cents, starts_local, starts_at, student_outcome, teacher_outcome)
  select gen_random_uuid(), '${request}', l.status, now(), 'America/Sao_Paulo', 15, 'Estúdio da Praia', 12000,
    l.start, l.start at time zone 'America/Sao_Paulo', l.student, l.teacher
  from (select (now() at time zone 'America/Sao_Paulo')::date + d.day + d.hour as start, d.status, d.student, d.teacher
    from (${rows}) as d (day, hour, status, student, teacher)) l`;

const COMING = `values (0, time '23:58', 'confirmed', null::text, null::text), (1, time '18:30', 'confirmed', null, null),
  (8, time '18:30', 'confirmed', null, null), (9, time '18:30', 'called_off', null, null),
  (-1, time '10:00', 'confirmed', 'held', 'student_missed'), (-2, time '10:00', 'confirmed', null, null)`;
const HELD = `select -2 - n, time '18:30', 'held', 'held', 'held' from generate_series(1, 290) n`;

test('an agenda of 300 lessons: by day and person, what was behind a button, files for calendars, without a connection', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  const [first, second] = await product.sql<{ id: string }>(REQUESTS);
  await product.sql(
    `update public.lesson_requests set status = 'Aceito' where id in ('${first?.id}', '${second?.id}')`,
  );
  await product.sql(lessons(first?.id, COMING));
  await product.sql(lessons(second?.id, HELD));
  const proposed = '4f5a0f0c-0000-4000-8000-000000000002';
  await product.sql(
    `insert into public.lessons (id, request_id, proposed_last) values ('${proposed}', '${second?.id}', 'student')`,
  );
  await product.sql(
    `insert into public.lesson_proposals (lesson_id, side, id, starts_local, zone, starts_at, minutes)
     select '${proposed}', 'student', gen_random_uuid(), l.start, 'America/Sao_Paulo', l.start at time zone 'America/Sao_Paulo', 60
     from (select (now() at time zone 'America/Sao_Paulo')::date + 2 + time '19:00' as start) l`,
  );

  await new OwnPages(page).enter('teacher');
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('link', { name: 'Aulas', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Aulas' })).toBeVisible();
  const days = main.getByRole('heading', { level: 2 });
  await expect(days.filter({ hasText: /^Hoje$/ })).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await expect(days.filter({ hasText: /^Amanhã$/ })).toBeVisible();
  const today = main.getByRole('region', { name: 'Hoje', exact: true }).getByRole('article');
  await expect(today).toContainText('Confirmada');
  await expect(main.getByText('Proposta para você responder')).toBeVisible();
  // The next lesson stands first; the past one that waits for an answer is one tap away.
  await expect(main.getByRole('article').first()).toContainText('23:58');
  await main.getByRole('link', { name: '1 aula espera você contar como foi' }).click();
  const due = main.getByRole('region', { name: 'Conte como foi' });
  await expect(due.getByRole('button', { name: 'Aconteceu', exact: true })).toBeInViewport();
  await shoot(page, 'agenda-due');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'agenda');

  // Past lessons come twenty at a time.
  await main.getByText('Aulas anteriores (292)').click();
  const former = main.locator('details').getByRole('article');
  await expect(former.filter({ visible: true })).toHaveCount(20);
  await expect(former.first()).toContainText('Cancelada');
  await expect(main.getByText('Vocês contaram coisas diferentes')).toBeVisible();
  await main.locator('details').getByRole('button', { name: 'Mostrar mais aulas' }).click();
  await expect(former).toHaveCount(40);
  await expectAccessible(page);

  // One person's lessons, as the link on the request shows them.
  const person = main.getByLabel('Aulas com');
  await person.selectOption({ index: 2 });
  await expect(page).toHaveURL(/\?request=/);
  const chosen = new URL(page.url()).searchParams.get('request');
  await person.selectOption({ index: 0 });
  await expect(page).toHaveURL(/\/teacher\/lessons$/);
  expect([first?.id, second?.id]).toContain(chosen);
  await page.goto(`/teacher/lessons?request=${first?.id}`);
  await expect(main.getByText('Aulas anteriores (2)')).toBeVisible();

  // One file has the confirmed lessons and takes the called-off one out of the calendar.
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Pôr as 3 aulas na agenda' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.match(/^UID:aula-/gm)).toHaveLength(4);
  expect(file.match(/^STATUS:CANCELLED/gm)).toHaveLength(1);
  expect(file.match(/^TRIGGER:-PT120M/gm)).toHaveLength(3);
  await expect(today.getByRole('link', { name: 'Google Agenda' })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/.*dates=\d{8}T\d{6}Z%2F\d{8}T\d{6}Z/,
  );

  // On a large screen the week stands above, led by the keyboard too.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/teacher/lessons');
  const week = main.getByRole('region', { name: 'Esta semana' });
  await expect(week.locator('[aria-current="date"]').getByRole('link')).toContainText('23:58');
  await expectAccessible(page);
  await week.getByRole('button', { name: 'Próxima semana' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(main.getByRole('region', { name: 'Próxima semana' }).getByRole('link')).not.toHaveCount(0);
  await page.keyboard.press('Home');
  await expect(week).toBeVisible();

  // The card leaves once its outcome is told: the focus goes to the word that nothing is left.
  await due.getByRole('button', { name: 'Aconteceu', exact: true }).click();
  await expect(main.getByText('Pronto. Nenhuma aula espera você contar como foi.')).toBeFocused();
  await expect(due).toHaveCount(0);

  // Without lessons the page says what comes next.
  await context.setOffline(false);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/teacher/lessons?request=4f5a0f0c-0000-4000-8000-00000000ffff`);
  await expect(main.getByRole('heading', { name: 'Nenhuma aula marcada' })).toBeVisible();
  await shoot(page, 'agenda-empty');
});
