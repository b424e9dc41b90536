import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import type { Checkpoint, Page } from '../support/phone.ts';
import { callAs, refusal, register, STUDENT, TEACHER } from './account-steps.ts';

let database: TestDatabase;
let me: string;
let other: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  me = await register(database, STUDENT);
  other = await register(database, TEACHER);
});

const pull = (person: string | null, after: Checkpoint | null = null, size = 500) =>
  callAs<Page & { user_id: string }>(database, person, 'pull_notifications($1, $2, $3)', [
    after?.xid ?? null,
    after?.id ?? null,
    size,
  ]);
const visible = (person: string | null) =>
  callAs<{ user_id: string; ids: string[] }>(database, person, 'visible_ids_notifications()');
const read = (ids: unknown[] | null, person: string | null = me, id = randomUUID()) =>
  callAs<{ command_id: string; version: number; marked: number }>(
    database,
    person,
    'mark_notifications_read($1, $2::uuid[])',
    [id, ids === null ? null : `{${ids.join(',')}}`],
  );
async function notify(person: string, title = 'Novidade', url: string | null = '/search'): Promise<string> {
  const [row] = await database.query<{ id: string }>(`select app.notify($1, 'test', $2, 'Texto', $3) as id`, [
    person,
    title,
    url,
  ]);
  if (!row) throw new Error('nothing was notified');
  return row.id;
}
const ids = (page: Page) => page.rows.map((row) => row.id);

describe('the inbox', () => {
  it('is pulled by its owner in pages, each row once', async () => {
    for (const title of ['Um', 'Dois', 'Três']) await notify(me, title);
    await notify(other);
    const first = await pull(me, null, 3);
    expect(first).toMatchObject({ user_id: me, done: false, total: 4 });
    const second = await pull(me, first.checkpoint, 3);
    expect(second).toMatchObject({ user_id: me, done: true, total: null });
    const titles = [...first.rows, ...second.rows].map((row) => row.title);
    expect(titles).toEqual(['Boas-vindas ao Danceflix!', 'Um', 'Dois', 'Três']);
    expect((await pull(me, second.checkpoint)).rows).toEqual([]);
  });

  it('is private: not readable by pulling, by its ids, or by selecting', async () => {
    const mine = await notify(me);
    expect(await refusal(() => pull(null))).toMatchObject({ code: '42501' });
    expect(await refusal(() => visible(null))).toMatchObject({ code: '42501' });
    for (const after of [null, { xid: 0, id: mine }])
      expect(ids(await pull(other, after))).not.toContain(mine);
    expect((await visible(other)).ids).not.toContain(mine);
    expect(
      await database.as('authenticated', other, (tx) =>
        tx.query('select id from public.notifications where user_id = $1', [me]),
      ),
    ).toEqual([]);
    expect(
      await sqlState(() => database.as('anon', null, (tx) => tx.query('select from public.notifications'))),
    ).toBe('42501');
  });

  it('lists every id that a phone may hold', async () => {
    await notify(me);
    const all = await visible(me);
    expect(all.user_id).toBe(me);
    expect(all.ids).toEqual(ids(await pull(me)).sort());
    await database.query('update public.notifications set _deleted = true where id = $1', [all.ids[0]]);
    expect((await visible(me)).ids).toEqual(all.ids.slice(1));
  });

  it('dates its pages and lists, so that an older one cannot override a newer one', async () => {
    const list = () =>
      callAs<{ epoch: string; horizon: number; ceiling: number; ids: string[] }>(
        database,
        me,
        'visible_ids_notifications()',
      );
    const old = await list();
    expect(old.epoch).toMatch(/^[0-9a-f]{32}$/);
    expect(old.ceiling).toBeGreaterThanOrEqual(old.horizon);
    await notify(me);
    const page: Page & { horizon?: number } = await pull(me);
    const horizon = page.horizon ?? 0;
    const newest = Math.max(...page.rows.map((row) => row._xid));
    expect(newest).toBeGreaterThanOrEqual(old.ceiling);
    expect(horizon).toBeGreaterThan(newest);
    const now = await list();
    expect(now.horizon).toBeGreaterThan(newest);
    expect(now.horizon).toBeGreaterThanOrEqual(horizon);
  });

  it('cannot be written by people', async () => {
    const mine = await notify(me);
    for (const statement of [
      `insert into public.notifications (user_id, kind, title, body) values ('${me}', 'x', 'y', 'z')`,
      `update public.notifications set title = 'y' where id = '${mine}'`,
      `delete from public.notifications where id = '${mine}'`,
      `select app.notify('${me}', 'test', 'y', 'z')`,
    ]) {
      expect(await sqlState(() => database.as('authenticated', me, (tx) => tx.query(statement)))).toBe(
        '42501',
      );
    }
  });

  it.each(['https://example.com', '//example.com', '/\\example.com', 'javascript:alert(1)', '/a b', ''])(
    'links inside the site only, not to %j',
    async (url) => {
      expect(await sqlState(() => notify(me, 'Link', url))).toBe('23514');
    },
  );

  it('leaves a blank tombstone for a removed notification', async () => {
    const mine = await notify(me);
    const { checkpoint } = await pull(me);
    await database.query('update public.notifications set _deleted = true where id = $1', [mine]);
    expect((await pull(me, checkpoint)).rows).toEqual([
      {
        id: mine,
        user_id: me,
        kind: null,
        title: null,
        body: null,
        url: null,
        read_at: null,
        created_at: null,
        _deleted: true,
        _xid: expect.any(Number),
      },
    ]);
    expect(ids(await pull(me))).not.toContain(mine);
    await expect(database.query('delete from public.notifications where id = $1', [mine])).rejects.toThrow(
      /never deleted/,
    );
    expect(
      await sqlState(() =>
        database.query('update public.notifications set user_id = $1 where id = $2', [other, mine]),
      ),
    ).toBe('23001');
  });
});

describe('pulling beside many others', () => {
  it('walks the owner’s own rows from the checkpoint, and no others', async () => {
    await database.query(
      `insert into public.notifications (user_id, kind, title, body)
       select case when n % 50 = 0 then $1::uuid else gen_random_uuid() end, 'test', 'Título', 'Texto'
       from generate_series(1, 5000) n`,
      [me],
    );
    await database.exec('analyze public.notifications');
    const [row] = await database.query<{ statement: string }>(
      `select app.pull_private_statement('public.notifications', 'user_id') as statement`,
    );
    const settings = await database.query<{ name: string; value: string }>(
      `select split_part(c, '=', 1) as name, split_part(c, '=', 2) as value from pg_proc, unnest(proconfig) c
       where oid = 'app.pull_private(regclass, text, bigint, uuid, integer)'::regprocedure and c not like 'search_path%'`,
    );
    const lines = await database.transaction(async (tx) => {
      // Applies the settings as the procedure does.
      for (const { name, value } of settings) await tx.exec(`set local ${name} = ${value}`);
      await tx.exec(`prepare planned (bigint, uuid, int, boolean, uuid) as ${row?.statement}`);
      const explained = await tx.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, timing off, costs off) execute planned (0, '${randomUUID()}', 10, false, '${me}')`,
      );
      await tx.exec('deallocate planned');
      return explained.map((line) => line['QUERY PLAN']);
    });
    const at = lines.findIndex((line) => line.includes('notifications_replication'));
    expect(lines[at]).toMatch(/Index Scan using notifications_replication .*rows=11 /);
    expect(lines[at + 1]).toMatch(/Index Cond: .*user_id = .*ROW\(_xid, id\) > ROW/);
    expect(lines.join('\n')).not.toMatch(/Seq Scan on notifications|Rows Removed/);
  });
});

describe('reading', () => {
  it('marks one’s own notifications once, with the same answer on repetition', async () => {
    const mine = await notify(me);
    const { checkpoint } = await pull(me);
    const command = randomUUID();
    const first = await read([mine], me, command);
    const { rows } = await pull(me, checkpoint);
    expect(first).toEqual({
      command_id: command,
      epoch: expect.any(String),
      version: rows[0]?._xid,
      marked: 1,
    });
    expect(rows[0]).toMatchObject({ id: mine, read_at: expect.any(String) });
    expect(await read([mine], me, command)).toEqual(first);
    expect(await read([mine])).toMatchObject({ marked: 0, version: first.version });
    expect((await pull(me, checkpoint)).rows).toEqual(rows);
  });

  it('leaves other people’s alone', async () => {
    const [mine, foreign] = [await notify(me), await notify(other)];
    expect(await refusal(() => read([foreign]))).toMatchObject({
      code: 'PT404',
      hint: 'notification_unknown',
    });
    expect(await read([mine, foreign])).toMatchObject({ marked: 1 });
    expect(await database.query('select read_at from public.notifications where id = $1', [foreign])).toEqual(
      [{ read_at: null }],
    );
  });

  it('refuses empty and oversized lists, unknown ids and visitors', async () => {
    expect(await refusal(() => read([]))).toMatchObject({ hint: 'invalid_value' });
    expect(await refusal(() => read(null))).toMatchObject({ hint: 'invalid_value' });
    expect(await refusal(() => read(Array.from({ length: 501 }, () => randomUUID())))).toMatchObject({
      hint: 'invalid_value',
    });
    expect(await refusal(() => read([randomUUID()]))).toMatchObject({ hint: 'notification_unknown' });
    expect(await refusal(() => read([randomUUID()], null))).toMatchObject({ code: '42501' });
  });
});

describe('approval', () => {
  const approvals = async () => (await pull(other)).rows.filter((row) => row.kind === 'teacher.approved');

  it('notifies the teacher once, not again after a pause by the team', async () => {
    expect(await approvals()).toEqual([]);
    const activate = (active: boolean) =>
      database.query('update public.teachers set is_active = $1 where id = $2', [active, other]);
    await activate(true);
    expect(await approvals()).toMatchObject([{ url: '/teacher/home', read_at: null }]);
    await activate(false);
    await activate(true);
    expect(await approvals()).toHaveLength(1);
  });

  it('by an administrator through the API notifies too', async () => {
    const admin = await database.createUser({ role: 'admin' });
    await database.as('authenticated', admin, (tx) =>
      tx.query('update public.teachers set is_active = true where id = $1', [other]),
    );
    expect(await approvals()).toHaveLength(1);
  });
});
