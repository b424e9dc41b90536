/** Favourites, blocks and reports written at the same time, on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { count, refusal } from '../accounts/account-steps.ts';
import { Session } from '../support/session.ts';
import { type Couple, create, createCouple, draft, statusOf } from './lesson-steps.ts';
import { endBlocks, report } from './mark-steps.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let one: Session;
let two: Session;
let couple: Couple;
let student: string;
let teacher: string;

/**
 * The second statement waits for the first, whose transaction then commits; returns the outcome of
 * the second.
 */
async function meeting(first: [person: string, work: string], second: [person: string, work: string]) {
  await one.beginAs(first[0]);
  await one.run(first[1]);
  await two.beginAs(second[0]);
  let rows: unknown[] = [];
  const later = refusal(async () => {
    rows = await two.run(second[1]);
  });
  await two.isWaiting(database);
  await one.commit();
  const refused = await later;
  await two.run(refused ? 'rollback' : 'commit');
  return refused ?? rows;
}

const text = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
const asking = (request: object) =>
  `select public.create_lesson_request('${randomUUID()}', ${text(request)})`;
const accepting = (request: string) =>
  `select public.answer_lesson_request('${randomUUID()}', '${request}', 'accept') -> 'status' as status`;
const blocking = (person_id: string) =>
  `select public.set_block('${randomUUID()}', ${text({
    person_id,
    wanted: true,
    name: 'Alguém',
    wished_at: new Date().toISOString(),
  })}) -> 'wanted' as wanted`;
const wishing = (wanted: boolean, wished_at: string) =>
  `select public.set_favourite('${randomUUID()}', ${text({ teacher_id: teacher, wanted, wished_at })})
    - 'command_id' - 'version' as answer`;
const reporting = (target_id: string) =>
  `select public.create_report('${randomUUID()}', ${text({
    id: randomUUID(),
    what: 'profile',
    target_id,
    reason: 'spam',
  })}) -> 'created' as created`;

describePostgres('favourites, blocks and reports side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 20, onnotice: () => undefined });
    one = await Session.open(sql);
    two = await Session.open(sql);
  });
  afterAll(async () => {
    one?.release();
    two?.release();
    await sql?.end({ timeout: 5 });
    await cluster?.stop();
  });
  beforeEach(async () => {
    couple = await createCouple(database);
    ({ student, teacher } = couple);
  });

  it('a request that meets a block is refused, without saying why', async () => {
    const met = await meeting([teacher, blocking(student)], [student, asking(draft(couple))]);
    expect(met).toMatchObject({ code: 'PT409', hint: 'teacher_unavailable' });
  });

  it('a student’s block that meets an acceptance ends the lessons, a teacher’s block is met by none', async () => {
    const request = (await create(database, student, draft(couple))).request_id;
    expect(await meeting([teacher, accepting(request)], [student, blocking(teacher)])).toEqual([
      { wanted: true },
    ]);
    await endBlocks(database);
    expect(await statusOf(database, request)).toBe('Cancelado');

    const twin = await createCouple(database);
    const pending = (await create(database, twin.student, draft(twin))).request_id;
    const met = await meeting([twin.teacher, blocking(twin.student)], [twin.teacher, accepting(pending)]);
    expect(met).toMatchObject({ code: 'PT409', hint: 'person_blocked' });
    expect(await statusOf(database, pending)).toBe('Pendente');
  });

  it('two that block each other at once both do', async () => {
    expect(await meeting([student, blocking(teacher)], [teacher, blocking(student)])).toEqual([
      { wanted: true },
    ]);
    expect(
      await count(database, 'public.blocks where is_on and user_id in ($1, $2)', [student, teacher]),
    ).toBe(2);
  });

  it.each([
    ['first', '2026-11-01T10:00:00Z', '2026-11-01T09:00:00Z', true],
    ['second', '2026-11-01T09:00:00Z', '2026-11-01T10:00:00Z', false],
  ])('of changes on two phones at once the later one wins: the %s', async (_, on, off, wanted) => {
    const [answer] = (await meeting(
      [student, wishing(true, on)],
      [student, wishing(false, off)],
    )) as unknown[];
    expect(answer).toEqual({ answer: { wanted, outdated: wanted, epoch: expect.any(String) } });
    const held = await database.query('select is_on from public.favourites where user_id = $1', [student]);
    expect(held).toEqual([{ is_on: wanted }]);
  });

  it('two reports of the same at once are one', async () => {
    expect(await meeting([student, reporting(teacher)], [student, reporting(teacher)])).toEqual([
      { created: false },
    ]);
    expect(await count(database, 'public.reports where reporter_id = $1', [student])).toBe(1);
  });

  it('of two reports at once only one is the last of the day', async () => {
    for (let n = 0; n < 19; n += 1) {
      await report(database, student, {
        target_id: await database.createUser({ role: 'student', name: 'Alvo' }),
      });
    }
    const other = await database.createUser({ role: 'student', name: 'Último alvo' });
    const met = await meeting([student, reporting(teacher)], [student, reporting(other)]);
    expect(met).toMatchObject({ hint: 'too_many_reports' });
  });
});
