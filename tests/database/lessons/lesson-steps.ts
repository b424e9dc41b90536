/** Shared steps of the tests of lesson requests and evaluations. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, idOf } from '../accounts/account-steps.ts';
import type { Checkpoint, Page, PulledRow } from '../support/phone.ts';

export interface Couple {
  student: string;
  teacher: string;
  /** The style that the teacher teaches. */
  style: string;
}

export async function createCouple(database: TestDatabase): Promise<Couple> {
  const style = await idOf(database, 'dance_styles', 'Forró');
  const student = await database.createUser({ role: 'student', name: 'Camila Duarte' });
  const teacher = await database.createUser({ role: 'teacher', name: 'Marina Couto', styleIds: [style] });
  await database.query(`update public.user_profiles set whatsapp = '+5511900000001' where id = $1`, [
    student,
  ]);
  await database.query(`update public.user_profiles set whatsapp = '+5511900000002' where id = $1`, [
    teacher,
  ]);
  return { student, teacher, style };
}

export interface LessonWorld {
  database: TestDatabase;
  couple: Couple;
  student: string;
  teacher: string;
}

/** Gives a test file one database, and `begin` a new couple before each test. */
export function lessonWorld(begin: (world: LessonWorld) => void | Promise<void>): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const couple = await createCouple(database);
    const { student, teacher } = couple;
    await begin({ database, couple, student, teacher });
  });
}

export interface Answer {
  command_id: string;
  version: number;
  request_id: string;
  status: string;
  merged: boolean;
}

export const draft = (couple: Couple, more: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  teacher_id: couple.teacher,
  dance_style_id: couple.style,
  preferred_days: ['terca', 'quinta'],
  preferred_times: ['noite'],
  message: 'Quero aprender do zero.',
  ...more,
});

export const create = (
  database: TestDatabase,
  person: string | null,
  request: unknown,
  command = randomUUID(),
) =>
  callAs<Answer>(database, person, 'create_lesson_request($1, $2::text::jsonb)', [
    command,
    JSON.stringify(request),
  ]);

export interface Reply {
  reason?: string | null;
  base?: number | null;
  command?: string;
}
export const answer = (
  database: TestDatabase,
  person: string | null,
  request: string,
  what: string | null,
  { reason = null, base = null, command = randomUUID() }: Reply = {},
) =>
  callAs<Answer>(database, person, 'answer_lesson_request($1, $2, $3, $4, $5)', [
    command,
    request,
    what,
    reason,
    base,
  ]);
export const cancel = (
  database: TestDatabase,
  person: string | null,
  request: string,
  { reason = null, base = null, command = randomUUID() }: Reply = {},
) =>
  callAs<Answer>(database, person, 'cancel_lesson_request($1, $2, $3, $4)', [command, request, reason, base]);

/** Creates a request of the couple. Returns its id. */
export async function ask(database: TestDatabase, couple: Couple): Promise<string> {
  return (await create(database, couple.student, draft(couple))).request_id;
}

/** Creates a request that the teacher has accepted. Returns its id. */
export async function agree(database: TestDatabase, couple: Couple): Promise<string> {
  const request = await ask(database, couple);
  await answer(database, couple.teacher, request, 'accept');
  return request;
}

export interface Saved {
  command_id: string;
  version: number;
  evaluation_id: string;
  created: boolean;
}
export const evaluate = (
  database: TestDatabase,
  person: string | null,
  request: string,
  more: Record<string, unknown> = {},
  command = randomUUID(),
) =>
  callAs<Saved>(database, person, 'save_evaluation($1, $2::text::jsonb)', [
    command,
    JSON.stringify({
      id: randomUUID(),
      lesson_request_id: request,
      rating: 5,
      comment: null,
      is_anonymous: false,
      ...more,
    }),
  ]);

export type PrivatePage = Page & { user_id: string };
export const pullOwn = (
  database: TestDatabase,
  person: string | null,
  name: 'lesson_requests' | 'evaluations',
  after: Checkpoint | null = null,
  size = 500,
) =>
  callAs<PrivatePage>(database, person, `pull_${name}($1, $2, $3)`, [
    after?.xid ?? null,
    after?.id ?? null,
    size,
  ]);

/** The request as that person's phones hold it now. */
export async function held(
  database: TestDatabase,
  person: string,
  request: string,
): Promise<PulledRow | undefined> {
  return (await pullOwn(database, person, 'lesson_requests')).rows.find((row) => row.id === request);
}

export async function statusOf(database: TestDatabase, request: string): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>(
    'select status from public.lesson_requests where id = $1',
    [request],
  );
  return row?.status;
}

export const inbox = (database: TestDatabase, person: string) =>
  database.query<{ kind: string; title: string; body: string; url: string }>(
    `select kind, title, body, url from public.notifications where user_id = $1 and not _deleted order by created_at, id`,
    [person],
  );

/**
 * Runs the clean-up of a distant day: everything that waits is public then. Resolves to the number
 * of released evaluations.
 */
export async function release(database: TestDatabase, at = '2100-01-01'): Promise<number> {
  const [row] = await database.query<{ released: number }>('select app.release_evaluations($1) as released', [
    at,
  ]);
  return row?.released ?? 0;
}

/** Publishes evaluations with their author's name: 14 days and a half later. */
export async function unseal(database: TestDatabase): Promise<number> {
  const [row] = await database.query<{ released: number }>(
    `select app.release_evaluations(now() + interval '14 days 12 hours') as released`,
  );
  return row?.released ?? 0;
}

/**
 * Adds students whose requests this teacher has accepted: more possible authors of an anonymous
 * evaluation.
 */
export async function addStudents(
  database: TestDatabase,
  couple: Couple,
  count: number,
): Promise<{ person: string; request: string }[]> {
  const added: { person: string; request: string }[] = [];
  for (let n = 0; n < count; n++) {
    const person = await database.createUser({ role: 'student', name: 'Colega' });
    added.push({ person, request: await agree(database, { ...couple, student: person }) });
  }
  return added;
}
