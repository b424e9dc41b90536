/** Steps that bring a request to where neither side can undo it. */
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../support/database.ts';

/** Accepted long enough ago that neither side can undo it. */
export const settle = (database: TestDatabase, request: string) =>
  database.transaction(async (tx) => {
    await tx.exec('alter table public.lesson_requests disable trigger user');
    await tx.query(
      `update public.lesson_requests set answered_at = now() - interval '8 days' where id = $1`,
      [request],
    );
    await tx.exec('alter table public.lesson_requests enable trigger user');
  });

/** An agreed lesson that began an hour ago, and about which nobody has said anything yet. */
export const addBegunLesson = (database: TestDatabase, request: string) =>
  database.query(
    `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes)
       select $1, $2, 'confirmed', now() - interval '3 days', l, 'UTC', l at time zone 'UTC', 60
       from (select date_trunc('minute', now() at time zone 'UTC') - interval '1 hour') x (l)`,
    [randomUUID(), request],
  );

/** A lesson of yesterday that both say was held, or that the student missed. */
export async function addLesson(
  database: TestDatabase,
  request: string,
  status: 'held' | 'missed',
  count = 1,
): Promise<void> {
  const outcome = status === 'held' ? 'held' : 'student_missed';
  for (let n = 0; n < count; n++)
    await database.query(
      `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes,
         student_outcome, teacher_outcome)
       select $1, $2, $3, now() - interval '3 days', l, 'UTC', l at time zone 'UTC', 60, $4, $4
       from (select date_trunc('minute', now() at time zone 'UTC') - interval '1 day') x (l)`,
      [randomUUID(), request, status, outcome],
    );
}
