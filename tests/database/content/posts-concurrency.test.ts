/** Posts written at the same time, on a real PostgreSQL. */
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

let cluster: TestPostgres;
let database: TestDatabase & { url: string };
let sql: postgres.Sql;
let one: Session;
let two: Session;
let ana: string;
let bia: string;

const writing = (id: string = randomUUID()) =>
  `select public.create_post('${randomUUID()}', '${JSON.stringify({ id, text: 'Quem vai?' })}'::jsonb)`;
const fill = (author: string, posts: number) =>
  database.query(
    `insert into public.posts (id, author_id, text, created_at)
     select gen_random_uuid(), $1, 'Recado', now() - interval '2 days' - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [author, posts],
  );
const live = () => count(database, `public.content_items where kind = 'post' and not _deleted`, []);

describePostgres('posts side by side on PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startTestPostgres();
    database = await cluster.createDatabase();
    sql = postgres(database.url, { max: 8, onnotice: () => undefined });
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
    ana = await database.createUser({ role: 'student', name: 'Ana Lima' });
    bia = await database.createUser({ role: 'student', name: 'Bia Reis' });
    return async () => {
      await database.query('delete from auth.users where id = any($1::uuid[])', [`{${ana},${bia}}`]);
    };
  });

  it('two at once leave two hundred, not more', async () => {
    await fill(ana, 200);
    expect(await live()).toBe(200);
    await one.beginAs(ana);
    await one.run(writing());
    await two.beginAs(bia);
    const second = two.run(writing());
    await two.isWaiting(database);
    await one.commit();
    await second;
    await two.commit();
    expect(await live()).toBe(200);
    expect(await count(database, 'public.posts where is_listed', [])).toBe(200);
  });

  it('one that is removed while another is written leaves two hundred', async () => {
    await fill(ana, 205);
    const [newest] = await database.query<{ id: string }>(
      'select id from public.posts where author_id = $1 order by created_at desc limit 1',
      [ana],
    );
    await one.beginAs(ana);
    await one.run(`select public.remove_post('${randomUUID()}', '${newest?.id}')`);
    await two.beginAs(bia);
    const written = two.run(writing());
    await two.isWaiting(database);
    await one.commit();
    await written;
    await two.commit();
    expect(await live()).toBe(200);
    expect(await count(database, 'public.posts where is_older', [])).toBe(5);
  });

  it('two authors who leave at once both go, with all their posts', async () => {
    await fill(ana, 120);
    await fill(bia, 120);
    await one.begin();
    await one.run(`delete from auth.users where id = '${ana}'`);
    await two.begin();
    const left = two.run(`delete from auth.users where id = '${bia}'`);
    await two.isWaiting(database);
    await one.commit();
    await left;
    await two.commit();
    expect(await live()).toBe(0);
  });

  it('the tenth is written once when two phones of one person send at once', async () => {
    await database.query(
      `insert into public.posts (id, author_id, text) select gen_random_uuid(), $1, 'Oi' from generate_series(1, 9)`,
      [ana],
    );
    await one.beginAs(ana);
    await one.run(writing());
    await two.beginAs(ana);
    const refused = refusal(() => two.run(writing()));
    await two.isWaiting(database);
    await one.commit();
    expect(await refused).toMatchObject({ hint: 'too_many_posts' });
    await two.run('rollback');
    expect(await count(database, 'public.posts where author_id = $1', [ana])).toBe(10);
  });

  it('a new name of an author does not restore a post that was dropped meanwhile', async () => {
    await fill(ana, 200);
    const [oldest] = await database.query<{ id: string }>(
      'select id from public.posts where author_id = $1 order by created_at limit 1',
      [ana],
    );
    await one.beginAs(bia);
    await one.run(writing());
    await two.begin();
    const renamed = two.run(`update public.user_profiles set name = 'Nina Lima' where id = '${ana}'`);
    await two.isWaiting(database);
    await one.commit();
    await renamed;
    await two.commit();
    expect(await live()).toBe(200);
    expect(
      await database.query('select _deleted as gone from public.content_items where id = $1', [oldest?.id]),
    ).toEqual([{ gone: true }]);
    expect(await count(database, `public.content_items where data ->> 'author_name' = 'Nina'`, [])).toBe(199);
  });

  it('an account that is deleted while its post is removed by the team leaves none', async () => {
    const id = randomUUID();
    await one.beginAs(ana);
    await one.run(writing(id));
    await one.commit();
    const admin = await database.createUser({ role: 'admin', name: 'Equipe' });
    await one.beginAs(admin);
    await one.run(`select public.remove_post('${randomUUID()}', '${id}', 'Golpe')`);
    const deleted = two.run(`delete from auth.users where id = '${ana}'`);
    await two.isWaiting(database);
    await one.commit();
    await deleted;
    expect(await count(database, 'public.posts where author_id = $1', [ana])).toBe(0);
    expect(await live()).toBe(0);
  });
});
