/** Shared steps of the tests of lessons under an accepted request. */
import { randomUUID } from 'node:crypto';
import type { LessonOutcome, LessonRow, LessonScope } from '../../../src/db/rows/lesson-fields.ts';
import type { TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import type { PrivatePage } from './lesson-steps.ts';

export const ZONE = 'America/Sao_Paulo';

/** A wall time in so many days, at 18:30. */
export function inDays(days: number, time = '18:30'): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;
}

export const termsIn = (days: number, more: Record<string, unknown> = {}) => ({
  starts_local: inDays(days),
  zone: ZONE,
  minutes: 60,
  place: 'Estúdio Compasso, sala 2',
  price_cents: 12_000,
  ...more,
});

export interface Told {
  command_id: string;
  version: number;
  lesson_ids: string[];
  merged: boolean;
}

const call = (
  database: TestDatabase,
  person: string | null,
  procedure: string,
  content: unknown,
  { base = null, command = randomUUID() }: { base?: number | null; command?: string } = {},
) =>
  procedure === 'propose_lesson'
    ? callAs<Told>(database, person, 'propose_lesson($1, $2::text::jsonb)', [
        command,
        JSON.stringify(content),
      ])
    : callAs<Told>(database, person, `${procedure}($1, $2::text::jsonb, $3)`, [
        command,
        JSON.stringify(content),
        base,
      ]);

interface More {
  base?: number | null;
  command?: string;
}

export const propose = (
  database: TestDatabase,
  person: string | null,
  request: string,
  more: Record<string, unknown> = {},
  given: More = {},
) =>
  call(
    database,
    person,
    'propose_lesson',
    { id: randomUUID(), request_id: request, terms: termsIn(7), weeks: 1, ...more },
    given,
  );

export const move = (
  database: TestDatabase,
  person: string,
  id: string,
  terms: unknown,
  scope: LessonScope = 'one',
  given: More = {},
) => call(database, person, 'move_lesson', { id, scope, terms }, given);

export const confirm = (
  database: TestDatabase,
  person: string,
  id: string,
  proposal: string,
  scope: LessonScope = 'one',
  given: More = {},
) => call(database, person, 'confirm_lesson', { id, scope, proposal_id: proposal }, given);

export const withdraw = (
  database: TestDatabase,
  person: string,
  id: string,
  proposal: string,
  scope: LessonScope = 'one',
  given: More = {},
) => call(database, person, 'withdraw_lesson', { id, scope, proposal_id: proposal }, given);

export const callOff = (
  database: TestDatabase,
  person: string,
  id: string,
  scope: LessonScope = 'one',
  given: More = {},
) => call(database, person, 'call_off_lesson', { id, scope }, given);

export const tell = (
  database: TestDatabase,
  person: string,
  id: string,
  outcome: LessonOutcome,
  given: More = {},
) => call(database, person, 'tell_lesson_outcome', { id, outcome }, given);

export const setKey = (database: TestDatabase, person: string, key: string | null, name: string | null) =>
  callAs<{ version: number | null }>(database, person, 'set_payment_key($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ pix_key: key, pix_name: name }),
  ]);

export const pull = (database: TestDatabase, person: string | null, name: 'lessons' | 'payment_keys') =>
  callAs<PrivatePage>(database, person, `pull_${name}()`);

export type HeldLesson = LessonRow & { _xid: number };

/** The lessons that a person's phones hold now, in the order of their ids. */
export async function lessonsOf(database: TestDatabase, person: string): Promise<HeldLesson[]> {
  const { rows } = await pull(database, person, 'lessons');
  return (rows as unknown as HeldLesson[]).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Of these lessons those that a person's phones hold: a pull has one page only. */
export async function heldOf(
  database: TestDatabase,
  person: string,
  ids: Iterable<string>,
): Promise<HeldLesson[]> {
  const rows = await database.query<{ row: HeldLesson }>(
    'select to_jsonb(l) as row from app.own_lessons l where l.person_id = $1 and l.id = any ($2::uuid[]) order by l.id',
    [person, `{${[...ids].join(',')}}`],
  );
  return rows.map(({ row }) => row);
}

/** The lesson as both sides hold it, which differs in side and version only. */
export async function shared(database: TestDatabase, people: readonly string[], id: string) {
  const views = await Promise.all(
    people.map(async (person) => {
      const row = (await lessonsOf(database, person)).find((one) => one.id === id);
      if (!row) throw new Error('the lesson is not here');
      const { side, _xid, ...same } = row;
      return { ...same, person_id: null };
    }),
  );
  const [first, ...others] = views;
  if (!first) throw new Error('nobody holds it');
  for (const other of others) {
    if (JSON.stringify(other) !== JSON.stringify(first))
      throw new Error('the two sides hold different lessons');
  }
  return first;
}

/** A confirmed lesson that the student has proposed. */
export async function agreed(
  database: TestDatabase,
  { student, teacher }: { student: string; teacher: string },
  request: string,
  terms: unknown = termsIn(7),
): Promise<string> {
  const { lesson_ids, command_id } = await propose(database, student, request, { terms });
  const [id] = lesson_ids;
  if (!id) throw new Error('no lesson was made');
  await confirm(database, teacher, id, command_id);
  return id;
}

/** Calls off what earlier tests have left in the database, so that nothing of it is reminded of. */
export async function callOffAll(database: TestDatabase): Promise<void> {
  await database.query(
    `update public.lessons set status = 'called_off', student_outcome = null, teacher_outcome = null
     where status in ('proposed', 'confirmed')`,
  );
}

/** Sets the start of a confirmed lesson back, as time would. */
export async function startAgo(database: TestDatabase, id: string, interval: string): Promise<void> {
  await database.query(
    `update public.lessons l set starts_at = x.at, starts_local = x.at at time zone l.zone
     from (select date_trunc('minute', now() - $2::interval) as at) x where l.id = $1`,
    [id, interval],
  );
}
