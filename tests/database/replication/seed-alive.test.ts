/** What goes on in the demo that `npm start` puts in: relative to the day, as the screens of three people need it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../../supabase/embedded/seed.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ database, putObject: async () => undefined }, { isAlive: true });
});
afterAll(() => database.close());

const one = async <T>(sql: string): Promise<T> => {
  const [row] = await database.query<{ value: T }>(`select (${sql}) as value`);
  return row?.value as T;
};
const idOf = (email: string) => `(select id from public.user_profiles where email = '${email}')`;
const STUDENT = idOf('aluno@danceflix.test');
const TEACHER = idOf('professor@danceflix.test');

test('has lessons in the last weeks and the next days, and a series', async () => {
  const lessons = (where: string) => one<number>(`select count(*)::int from public.lessons where ${where}`);
  expect(await lessons(`status = 'held' and starts_at between now() - interval '21 days' and now()`)).toBe(3);
  expect(
    await lessons(`status = 'confirmed' and starts_at between now() and now() + interval '7 days'`),
  ).toBe(2);
  expect(await lessons(`series_id is not null and status = 'confirmed' and starts_at > now()`)).toBe(4);
  expect(
    await one<boolean>(
      `select bool_and(l.starts_at = l.starts_local at time zone l.zone) from public.lessons l where l.agreed_at is not null`,
    ),
  ).toBe(true);
});

test('has a request of today, and evaluations that are due on both sides', async () => {
  expect(
    await one<number>(
      `select count(*)::int from public.lesson_requests where teacher_id = ${TEACHER} and status = 'Pendente'
         and request_date > now() - interval '1 day'`,
    ),
  ).toBe(1);
  for (const person of [STUDENT, TEACHER]) {
    const id = await one<string>(`select ${person}`);
    const due = await database.as('authenticated', id, (tx) =>
      tx.query('select * from public.pending_evaluations where evaluator_id = $1', [id]),
    );
    expect(due.length).toBeGreaterThan(0);
  }
});

test('has a notebook with homework and steps to train, and two events that wait for the team', async () => {
  const texts = await database.query<{ part: string }>('select part from public.lesson_texts where counts');
  expect(texts.map(({ part }) => part).sort()).toEqual(['homework', 'homework', 'student', 'student']);
  expect(
    await one<number>(
      `select count(distinct m.step)::int from public.step_marks m join public.step_reviews r using (person_id, step)
         where m.person_id = ${STUDENT} and m.state = 'learning'`,
    ),
  ).toBe(2);
  expect(await one<number>('select (app.waiting_for_team() ->> $$events$$)::int')).toBe(2);
});
