/**
 * Accounts in sessions that really run side by side, on PostgreSQL. Orders are arranged by
 * conditions, never by time.
 */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describePostgres,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { Session } from '../support/session.ts';
import {
  callAs,
  complete,
  count,
  deleteAccount,
  refusal,
  register,
  STUDENT,
  signUp,
  TEACHER,
} from './account-steps.ts';

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
const sessions: Session[] = [];

async function session(): Promise<Session> {
  const opened = await Session.open(sql);
  sessions.push(opened);
  return opened;
}
const registration = (payload: object) =>
  `select public.complete_registration('${JSON.stringify(payload)}'::jsonb) ->> 'created' as created`;

describePostgres('accounts side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 20, onnotice: () => undefined });
  });
  afterAll(async () => {
    for (const opened of sessions) opened.release();
    await sql?.end({ timeout: 5 });
    await cluster?.stop();
  });

  it('two completions at once register one person: the second waits and finds the first’s work', async () => {
    const me = await signUp(database, { role: 'teacher' });
    const [one, two] = [await session(), await session()];
    await one.beginAs(me);
    expect(await one.run(registration(TEACHER))).toEqual([{ created: 'true' }]);
    await two.beginAs(me);
    const second = two.run(registration(TEACHER));
    await two.isWaiting(database);
    await one.commit();
    expect(await second).toEqual([{ created: 'false' }]);
    await two.commit();
    for (const [from, rows] of [
      ['public.user_profiles where id = $1', 1],
      ['public.teachers where id = $1', 1],
      ['public.teacher_dance_styles where teacher_id = $1', 2],
      ['public.user_acceptances where user_id = $1', 1],
      ['public.notifications where user_id = $1', 1],
    ] as const) {
      expect([from, await count(database, from, [me])]).toEqual([from, rows]);
    }
  });

  it('the second completes the registration when the first is undone', async () => {
    const me = await signUp(database, { role: 'student' });
    const [one, two] = [await session(), await session()];
    await one.beginAs(me);
    await one.run(registration(STUDENT));
    await two.beginAs(me);
    const second = two.run(registration(STUDENT));
    await two.isWaiting(database);
    await one.run('rollback');
    expect(await second).toEqual([{ created: 'true' }]);
    await two.commit();
    expect(await count(database, 'public.students where id = $1', [me])).toBe(1);
  });

  it('many people of one name register at once, each with an address of their own', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signUp(database, { role: 'teacher' })));
    const answers = await Promise.all(
      people.map((person) => complete(database, person, { ...TEACHER, name: 'Bia Rocha' })),
    );
    expect(answers.flatMap((answer) => answer.warnings)).toEqual([]);
    expect(new Set(answers.map((answer) => answer.profile.slug)).size).toBe(12);
  });

  it('an address that its teacher gives up at this moment is not free: the other waits, then is refused', async () => {
    const [ana, bia] = [await register(database, TEACHER), await register(database, TEACHER)];
    const choose = (slug: string) =>
      `select public.set_own_slug('${randomUUID()}', '${JSON.stringify({ slug })}'::jsonb) ->> 'slug' as slug`;
    const [one, two] = [await session(), await session()];
    await one.beginAs(ana);
    await one.run(choose('um-endereco'));
    await one.commit();
    await one.beginAs(ana);
    expect(await one.run(choose('outro-endereco'))).toEqual([{ slug: 'outro-endereco' }]);
    await two.beginAs(bia);
    const second = refusal(() => two.run(choose('um-endereco')));
    await two.isWaiting(database);
    await one.commit();
    expect(await second).toMatchObject({ code: 'PT409', hint: 'slug_retired' });
    await two.run('rollback');
    // Two who take a new one at the same moment: one gets it.
    await one.beginAs(ana);
    await one.run(choose('mesmo-endereco'));
    await two.beginAs(bia);
    const late = refusal(() => two.run(choose('mesmo-endereco')));
    await two.isWaiting(database);
    await one.commit();
    expect(await late).toMatchObject({ code: 'PT409', hint: 'slug_taken' });
    await two.run('rollback');
  });

  it('aborting and completing at once leave either a whole person or nothing', async () => {
    const me = await signUp(database, { role: 'student' });
    const [one, two] = [await session(), await session()];
    await one.beginAs(me);
    await one.run(registration(STUDENT));
    await two.beginAs(me);
    const abort = refusal(() => two.run('select public.abort_registration()'));
    await two.isWaiting(database);
    await one.commit();
    expect(await abort).toMatchObject({ code: 'PT409', hint: 'profile_exists' });
    await two.run('rollback');

    const gone = await signUp(database, { role: 'student' });
    await one.beginAs(gone);
    await one.run('select public.abort_registration()');
    await two.beginAs(gone);
    const late = refusal(() => two.run(registration(STUDENT)));
    await two.isWaiting(database);
    await one.commit();
    expect(await late).toMatchObject({ code: 'PT401', hint: 'account_missing' });
    await two.run('rollback');
    expect(await count(database, 'public.user_profiles where id = $1', [gone])).toBe(0);

    const twice = await signUp(database, { role: 'student' });
    await one.beginAs(twice);
    await one.run('select public.abort_registration()');
    await two.beginAs(twice);
    const second = two.run('select public.abort_registration() as answer');
    await two.isWaiting(database);
    await one.commit();
    expect(await second).toEqual([{ answer: { aborted: false } }]);
    await two.commit();
  });

  it('an account removed while its registration commits leaves no living profile', async () => {
    const me = await signUp(database, { role: 'teacher' });
    const [one, two] = [await session(), await session()];
    await one.beginAs(me);
    await one.run(registration(TEACHER));
    await two.begin();
    const removal = two.run(`delete from auth.users where id = '${me}'`);
    await two.isWaiting(database);
    await one.commit();
    await removal;
    await two.commit();
    expect(
      await database.query(
        'select name, removed_at is null as live from public.user_profiles where id = $1',
        [me],
      ),
    ).toEqual([{ name: '', live: false }]);
  });

  describe('the own profile', () => {
    it('keeps both of two changes, and its version never goes back', async () => {
      const me = await register(database, TEACHER);
      const [one, two] = [await session(), await session()];
      // The older transaction, by its id, writes last.
      await one.begin();
      await one.run('select pg_current_xact_id()');
      await two.begin();
      await two.run(`update public.user_profiles set name = 'Nome Novo' where id = '${me}'`);
      await two.commit();
      const version = async () => {
        const [row] = await database.query<{ version: string; name: string; bio: string | null }>(
          'select _xid as version, name, bio from app.own_profiles where id = $1',
          [me],
        );
        return row;
      };
      const told = await version();
      await one.run(`update public.teachers set bio = 'Texto novo' where id = '${me}'`);
      await one.commit();
      expect(await version()).toMatchObject({ name: 'Nome Novo', bio: 'Texto novo' });
      expect(Number((await version())?.version)).toBeGreaterThanOrEqual(Number(told?.version));
    });

    it('arrives whole on a phone that pulls between such commits', async () => {
      const me = await register(database, TEACHER);
      interface OwnPage {
        rows: { name: string; bio: string | null }[];
        checkpoint: { xid: number; id: string } | null;
      }
      const pull = (after: OwnPage['checkpoint']) =>
        callAs<OwnPage>(database, me, 'pull_profile($1, $2)', [after?.xid ?? null, after?.id ?? null]);
      let page = await pull(null);
      const [one, two] = [await session(), await session()];
      await one.begin();
      await one.run('select pg_current_xact_id()');
      await two.begin();
      await two.run(`update public.user_profiles set name = 'Nome Novo' where id = '${me}'`);
      await two.commit();
      page = await pull(page.checkpoint);
      await one.run(`update public.teachers set bio = 'Texto novo' where id = '${me}'`);
      page = await pull(page.checkpoint);
      await one.commit();
      expect((await pull(page.checkpoint)).rows).toMatchObject([{ name: 'Nome Novo', bio: 'Texto novo' }]);
    });

    it('takes a command that is delivered twice at once only once', async () => {
      const me = await register(database, STUDENT);
      const command = randomUUID();
      const update = `select public.update_profile('${command}', '{"name":"Duas Vezes"}') as answer`;
      const [one, two] = [await session(), await session()];
      await one.beginAs(me);
      const [first] = await one.run(update);
      await two.beginAs(me);
      const second = two.run(update);
      await two.isWaiting(database);
      await one.commit();
      expect(await second).toEqual([first]);
      await two.commit();
    });

    it('is changed and removed at once without a deadlock, and stays removed', async () => {
      const me = await register(database, TEACHER);
      await Promise.allSettled([
        ...Array.from({ length: 8 }, (_, n) =>
          callAs(database, me, 'update_profile($1, $2::text::jsonb)', [
            randomUUID(),
            JSON.stringify({ name: 'Correndo', bio: `Texto ${n}`, is_paused: n % 2 === 0 }),
          ]),
        ),
        deleteAccount(database, me),
      ]).then((all) => {
        const reasons = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
        for (const reason of reasons) expect(['PT409', 'PT401']).toContain(reason.code);
      });
      expect(
        await count(database, 'app.own_profiles where id = $1 and _deleted and name is null', [me]),
      ).toBe(1);
      expect(await count(database, `public.teachers where id = $1 and bio is null`, [me])).toBe(1);
    });
  });
});
