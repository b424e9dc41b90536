/** Two of the team, or a student's teachers, act at the same time, on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { count } from '../accounts/account-steps.ts';
import { ask, type Couple, createCouple, inbox } from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { Session } from '../support/session.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let one: Session;
let two: Session;
let admins: [string, string];
let couple: Couple;

async function isWaiting(waiting: Session): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ blocked: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
      [waiting.pid],
    );
    if (row?.blocked) return;
    await pause(5);
  }
}
async function beginAs(who: Session, person: string): Promise<void> {
  await who.begin();
  const claims = JSON.stringify({ sub: person, role: 'authenticated' });
  await who.run(`select set_config('request.jwt.claims', '${claims}', true)`);
  await who.run('set local role authenticated');
}
/**
 * The second statement waits for the first, whose transaction then commits. Returns both answers.
 */
async function meeting<T>(first: [string, string], second: [string, string]): Promise<[T, T]> {
  await beginAs(one, first[0]);
  const [earlier] = (await one.run(`select public.${first[1]} as answer`)) as { answer: T }[];
  await beginAs(two, second[0]);
  const waiting = two.run(`select public.${second[1]} as answer`) as Promise<{ answer: T }[]>;
  await isWaiting(two);
  await one.commit();
  const [later] = await waiting;
  await two.commit();
  if (!earlier || !later) throw new Error('nothing was answered');
  return [earlier.answer, later.answer];
}
const text = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
const setting = (changes: unknown, command = randomUUID()) =>
  `admin_set_teachers('${command}', ${text(changes)})`;

describePostgres('the back-office side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 2, onnotice: () => undefined });
    [one, two] = [await Session.open(sql), await Session.open(sql)];
    admins = [
      await database.createUser({ role: 'admin', name: 'Uma da Equipe' }),
      await database.createUser({ role: 'admin', name: 'Outra da Equipe' }),
    ];
  });
  afterAll(async () => {
    one.release();
    two.release();
    await sql.end();
    await cluster.stop();
  });
  beforeEach(async () => {
    couple = await createCouple(database);
  });

  it('approves a teacher once when two do it at once, and notifies the teacher once', async () => {
    const id = await database.createUser({ role: 'teacher', name: 'Quem Espera', isActive: false });
    const [first, second] = await meeting<{ changed: number; undo: unknown[] }>(
      [admins[0], setting([{ id, is_active: true }])],
      [admins[1], setting([{ id, is_active: true }])],
    );
    expect([first.changed, second.changed]).toEqual([1, 0]);
    expect(second.undo).toEqual([]);
    expect(await inbox(database, id)).toHaveLength(1);
  });

  it('takes teachers in one order whatever order they were named in', async () => {
    const ids = await Promise.all(
      ['Um Professor', 'Dois Professor'].map((name) => database.createUser({ role: 'teacher', name })),
    );
    const off = ids.map((id) => ({ id, is_active: false }));
    const [first, second] = await meeting<{ changed: number }>(
      [admins[0], setting(off)],
      [admins[1], setting([...off].reverse())],
    );
    expect([first.changed, second.changed]).toEqual([2, 0]);
  });

  it('executes a command once when it arrives twice at once', async () => {
    const id = await database.createUser({ role: 'teacher', name: 'Quem Espera', isActive: false });
    const command = randomUUID();
    const work = setting([{ id, is_active: true }], command);
    const [first, second] = await meeting<unknown>([admins[0], work], [admins[0], work]);
    expect(second).toEqual(first);
    expect(await count(database, 'public.audit_log where row_id = $1', [id])).toBe(1);
  });

  it('never leaves a teacher shown whose identity is revoked while another approves, in either order', async () => {
    const [check, id] = [randomUUID(), await database.createUser({ role: 'teacher', isActive: false })];
    await database.query('delete from public.teacher_checks where teacher_id = $1', [id]);
    const renew = () =>
      database.query(`insert into public.teacher_checks (id, teacher_id, kind) values ($1, $2, 'identity')`, [
        check,
        id,
      ]);
    await renew();
    const approving = () => setting([{ id, is_active: true }]);
    const revoking = () =>
      `admin_revoke_check('${randomUUID()}', ${text({ id: check, reason: 'Não confere' })})`;
    const shown = () => count(database, 'public.teachers where id = $1 and is_active', [id]);

    await meeting([admins[0], approving()], [admins[1], revoking()]);
    expect(await shown()).toBe(0);
    await database.query('delete from public.teacher_checks where teacher_id = $1', [id]);
    await renew();
    await expect(meeting([admins[1], revoking()], [admins[0], approving()])).rejects.toMatchObject({
      code: 'PT409',
    });
    await two.run('rollback');
    expect(await shown()).toBe(0);

    // A transaction that trusts an old snapshot fails.
    await database.query('delete from public.teacher_checks where teacher_id = $1', [id]);
    await renew();
    await one.run('begin isolation level repeatable read');
    await one.run('select from public.teacher_checks limit 1');
    await database.query('update public.teacher_checks set revoked_at = now() where id = $1', [check]);
    await expect(
      one.run(`update public.teachers set is_active = true where id = '${id}'`),
    ).rejects.toMatchObject({ code: '40001' });
    await one.run('rollback');
    expect(await shown()).toBe(0);
  });

  it('closes a report once, and notifies the reporter once', async () => {
    await report(database, couple.student, { target_id: couple.teacher });
    const deciding = `admin_decide_report('${randomUUID()}', ${text({
      what: 'profile',
      target_id: couple.teacher,
      decision: 'remove',
    })})`;
    const [first, second] = await meeting<{ changed: boolean; reports: number }>(
      [admins[0], deciding],
      [admins[1], deciding.replace(/'[0-9a-f-]{36}'/, `'${randomUUID()}'`)],
    );
    expect([first.reports, second.reports]).toEqual([1, 0]);
    expect([first.changed, second.changed]).toEqual([true, false]);
    expect((await inbox(database, couple.student)).map((entry) => entry.kind)).toEqual(['report.decided']);
  });

  it('counts both of two requests of one student that are accepted at once', async () => {
    const other = await database.createUser({
      role: 'teacher',
      name: 'Outra Professora',
      styleIds: [couple.style],
    });
    const requests = [await ask(database, couple), await ask(database, { ...couple, teacher: other })];
    const accepting = (request: string | undefined) =>
      `answer_lesson_request('${randomUUID()}', '${request}', 'accept')`;
    await meeting([couple.teacher, accepting(requests[0])], [other, accepting(requests[1])]);
    const standing = await database.query('select accepted, asked from app.student_standing where id = $1', [
      couple.student,
    ]);
    expect(standing).toEqual([{ accepted: 2, asked: 2 }]);
  });

  it('records a month once when two processes come at the same moment', async () => {
    await database.query(`update public.user_profiles set created_at = '2026-08-10' where id = $1`, [
      admins[0],
    ]);
    const recording = `select public.record_months('2026-10-01 03:20Z') as recorded`;
    await one.begin();
    expect(await one.run(recording)).toEqual([{ recorded: 2 }]);
    await two.begin();
    const second = two.run(recording);
    await isWaiting(two);
    await one.commit();
    expect(await second).toEqual([{ recorded: 0 }]);
    await two.commit();
    expect(await count(database, 'app.month_facts', [])).toBe(2);
  });

  it('imports two lists of the same supporters one after the other', async () => {
    const rows = ['a', 'b'].map((name) => ({ email: `${name}.${couple.student}@example.com`, amount: 10 }));
    const importing = (list: unknown) => `import_supporters('${randomUUID()}', ${text(list)})`;
    const [first, second] = await meeting<{ saved: number; same: number }>(
      [admins[0], importing(rows)],
      [admins[1], importing([...rows].reverse())],
    );
    expect([first.saved, second.saved, second.same]).toEqual([2, 0, 2]);
  });
});
