/** Lessons held in numbers about people: on the teacher's public page, in the ranking, for the administration. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import { list } from '../admin/admin-steps.ts';
import { agreed, startAgo, tell } from './agreement-steps.ts';
import { agree, type Couple, cancel, lessonWorld } from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let admin: string;
lessonWorld(async (world) => {
  ({ database, couple } = world);
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});

/** Lessons of an accepted request that were held, as years of them would leave. */
const hold = (request: string, count: number) =>
  database.query(
    `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes,
       student_outcome, teacher_outcome)
     select gen_random_uuid(), $1, 'held', now(), now(), 'America/Sao_Paulo', now(), 60, 'held', 'held'
     from generate_series(1, $2::int)`,
    [request, count],
  );
const withAnother = async () => {
  const student = await database.createUser({ role: 'student', name: 'Outra Aluna' });
  return agree(database, { ...couple, student });
};
/** The number that the teacher's listing has, and how often the listing has changed. */
const listing = async () => {
  const [row] = await database.query<{ lessons_given: number | null; _xid: string }>(
    'select lessons_given, _xid::text from public.teacher_listings where id = $1',
    [couple.teacher],
  );
  return row;
};

it.each([
  [0, 0, null],
  [10, 9, null],
  [11, 2, null],
  [500, 2, null],
  [11, 3, 10],
  [15, 3, 10],
  [16, 3, 15],
  [50, 3, 45],
  [51, 3, 50],
  [100, 9, 90],
  [101, 9, 100],
  [500, 9, 450],
  [501, 9, 500],
  [1234, 99, 1200],
])('%d lessons held with %d people are shown as more than %s', async (held, people, shown) => {
  const [row] = await database.query<{ shown: number | null }>(
    'select app.public_lessons_given($1, $2) as shown',
    [held, people],
  );
  expect(row?.shown).toBe(shown);
});

it('the public page has a number from eleven lessons with three people on, and does not change with each lesson', async () => {
  const requests = [await agree(database, couple), await withAnother()];
  await hold(requests[0] ?? '', 20);
  await hold(requests[1] ?? '', 3);
  expect(await listing()).toMatchObject({ lessons_given: null });
  const third = await withAnother();
  await hold(third, 1);
  expect(await listing()).toMatchObject({ lessons_given: 20 });
  const before = await listing();
  await hold(third, 1);
  expect(await listing()).toEqual(before);
  await hold(third, 1);
  expect(await listing()).toMatchObject({ lessons_given: 25 });
  const pulled = await callAs<{ rows: { id: string; lessons_given?: number }[] }>(
    database,
    null,
    'pull_teachers()',
  );
  expect(pulled.rows.find(({ id }) => id === couple.teacher)).toMatchObject({ lessons_given: 25 });
});

it('a lesson counts once both have said that it happened, and stays when the request ends or the student goes', async () => {
  const request = await agree(database, couple);
  await hold(request, 9);
  await hold(await withAnother(), 5);
  await hold(await withAnother(), 1);
  expect(await listing()).toMatchObject({ lessons_given: 10 });
  const id = await agreed(database, couple, request);
  await startAgo(database, id, '2 hours');
  await tell(database, couple.student, id, 'held');
  expect(await listing()).toMatchObject({ lessons_given: 10 });
  await tell(database, couple.teacher, id, 'held');
  expect(await listing()).toMatchObject({ lessons_given: 15 });
  await cancel(database, couple.student, request);
  await database.query('delete from auth.users where id = $1', [couple.student]);
  expect(await listing()).toMatchObject({ lessons_given: 15 });
});

it('the ranking of students goes by accepted requests, with lessons held beside them', async () => {
  await hold(await agree(database, couple), 7);
  const { rows } = await list(database, admin, 'student_ranking', { size: 50 });
  expect(rows.find(({ id }) => id === couple.student)).toMatchObject({ accepted: 1, asked: 1, held: 7 });
});

it('the administration sees a teacher’s students by accepted requests, and exact lessons', async () => {
  const request = await agree(database, couple);
  await hold(request, 4);
  await withAnother();
  await withAnother();
  const told = await callAs<{ totals: unknown }>(database, admin, 'admin_teacher($1)', [couple.teacher]);
  expect(told.totals).toEqual({ students: 3, lessons_held: 4 });
  expect(await callAs(database, admin, 'admin_teacher($1)', [randomUUID()])).toBeNull();
});
