/**
 * Tabs, administrators and timed work on one sending at the same time, on a real PostgreSQL: no
 * person is notified twice.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import { inbox } from '../lessons/lesson-steps.ts';
import { Session } from '../support/session.ts';
import { type Bulk, startBulk, stepBulk } from './bulk-steps.ts';

const MANY = 60;

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let one: Session;
let two: Session;
let admins: [string, string];

/** The number of people by the number of their messages, as '2': 60. */
async function told(): Promise<Record<string, number>> {
  const rows = await database.query<{ times: number; people: number }>(
    `select n.times, count(*)::int as people from (
       select count(*)::int as times from public.notifications n where n.kind = 'news.message' group by n.user_id) n
     group by 1`,
  );
  return Object.fromEntries(rows.map(({ times, people }) => [times, people]));
}

describePostgres('a sending side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 8, onnotice: () => undefined });
    [one, two] = [await Session.open(sql), await Session.open(sql)];
    admins = [
      await database.createUser({ role: 'admin', name: 'Uma da Equipe' }),
      await database.createUser({ role: 'admin', name: 'Outra da Equipe' }),
    ];
    for (let n = 0; n < MANY; n += 1) await database.createUser({ role: 'student', name: 'Aluna' });
  });
  afterAll(async () => {
    one.release();
    two.release();
    await sql.end();
    await cluster.stop();
  });
  beforeEach(async () => {
    await database.query('delete from public.bulk_notifications');
    await database.query('update public.notifications set _deleted = true where not _deleted');
  });

  it('notifies everybody once when three run it at once', async () => {
    const { id } = await startBulk(database, admins[0], { role: 'student' });
    const drive = async (person: string | null) => {
      for (;;) {
        const [row] =
          person === null
            ? await database.query<{ state: string }>(
                `with told as (select public.send_bulk_notifications(3)) select b.state from told, public.bulk_notifications b
                 where b.id = $1`,
                [id],
              )
            : [await stepBulk(database, person, id, 3)];
        if (row?.state !== 'sending') return;
      }
    };
    await Promise.all([drive(admins[0]), drive(admins[1]), drive(null)]);
    expect(await told()).toEqual({ 1: MANY });
    expect(await callAs<Bulk>(database, admins[0], 'admin_bulk($1)', [id])).toMatchObject({
      state: 'done',
      total: MANY,
      sent: MANY,
    });
  });

  it('does nothing, instead of waiting, while another step is running', async () => {
    const { id } = await startBulk(database, admins[0], { role: 'student' });
    await one.beginAs(admins[0]);
    await one.run(`select public.admin_step_bulk('${id}', 10)`);
    expect(await stepBulk(database, admins[1], id, 10)).toMatchObject({ stepped: null, sent: 0 });
    await one.commit();
    expect(await stepBulk(database, admins[1], id, 10)).toMatchObject({ stepped: 10, sent: 20 });
  });

  it('undoes a step whose connection is lost, and notifies those people with the next', async () => {
    const { id } = await startBulk(database, admins[0], { role: 'student' });
    await one.beginAs(admins[0]);
    await one.run(`select public.admin_step_bulk('${id}', 10)`);
    await one.run('rollback');
    await stepBulk(database, admins[1], id, 500);
    expect(await told()).toEqual({ 1: MANY });
  });

  it('stops after the running step', async () => {
    const { id } = await startBulk(database, admins[0], { role: 'student' });
    await one.beginAs(admins[0]);
    await one.run(`select public.admin_step_bulk('${id}', 10)`);
    await two.beginAs(admins[1]);
    const stopping = two.run(`select public.admin_stop_bulk('${id}') as answer`);
    await two.isWaiting(database);
    await one.commit();
    expect(await stopping).toMatchObject([{ answer: { state: 'stopped', sent: 10 } }]);
    await two.commit();
    expect(await stepBulk(database, admins[0], id, 10)).toMatchObject({ stepped: null, sent: 10 });
  });

  it('notifies no person twice when two administrators start the same message at once', async () => {
    const starting = (id: string) =>
      `select public.admin_start_bulk('${randomUUID()}', '${JSON.stringify({
        id,
        title: 'Baile no sábado',
        body: 'Venha dançar com a gente.',
        role: 'student',
      })}')`;
    await one.beginAs(admins[0]);
    await one.run(starting(randomUUID()));
    await two.beginAs(admins[1]);
    const second = two.run(starting(randomUUID())).then(
      () => 'started',
      (error: { hint?: string }) => error.hint,
    );
    await two.isWaiting(database);
    await one.commit();
    expect(await second).toBe('bulk_repeated');
    await two.run('rollback');
    await database.query('select public.send_bulk_notifications()');
    expect(await told()).toEqual({ 1: MANY });
  });

  it('leaves nothing in the inbox of a person who leaves meanwhile, and finishes without them', async () => {
    const leaving = await database.createUser({ role: 'teacher', name: 'De Saída' });
    const { id } = await startBulk(database, admins[0], { role: 'teacher' });
    await one.beginAs(admins[0]);
    await one.run(`select public.admin_step_bulk('${id}', 10)`);
    await two.begin();
    const going = two.run(`delete from auth.users where id = '${leaving}'`);
    await two.isWaiting(database);
    await one.commit();
    await going;
    await two.commit();
    expect((await inbox(database, leaving)).filter(({ title }) => title !== null)).toEqual([]);
    expect(await callAs<Bulk>(database, admins[0], 'admin_bulk($1)', [id])).toMatchObject({ state: 'done' });
  });

  it('skips a person who is leaving at this moment, and finishes once they left', async () => {
    const leaving = await database.createUser({ role: 'teacher', name: 'De Saída' });
    const { id } = await startBulk(database, admins[0], { role: 'teacher' });
    await two.begin();
    await two.run(`delete from auth.users where id = '${leaving}'`);
    expect(await stepBulk(database, admins[0], id, 10)).toMatchObject({
      stepped: null,
      state: 'sending',
      sent: 0,
    });
    await two.commit();
    expect(await callAs<Bulk>(database, admins[0], 'admin_bulk($1)', [id])).toMatchObject({
      state: 'done',
      sent: 0,
      gone: 1,
    });
  });
});
