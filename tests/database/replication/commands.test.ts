import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let user: string;
let other: string;

beforeAll(async () => {
  database = await createTestDatabase();
  user = await database.createUser({ role: 'student' });
  other = await database.createUser({ role: 'student' });
  // A sample procedure: it counts how often it really ran.
  await database.exec(`
    create table app.test_work (at bigserial, note text);
    create function public.test_command(command_id uuid, payload jsonb) returns jsonb
    language plpgsql security definer set search_path = '' as $$
    declare answer jsonb := app.begin_command(command_id, 'test.note', payload);
    begin
      if answer is not null then return answer; end if;
      if payload ? 'fail' then raise exception 'broken' using errcode = '23514'; end if;
      insert into app.test_work (note) values (payload ->> 'note');
      if payload ? 'forget' then return '{}'; end if;
      return app.finish_command(command_id, jsonb_build_object('version', 7));
    end $$;
    grant execute on function public.test_command(uuid, jsonb) to anon, authenticated;
  `);
});
afterAll(() => database.close());

const send = (id: string, payload: object, as: string | null = user) =>
  database.as(as === null ? 'anon' : 'authenticated', as, async (tx) => {
    const [row] = await tx.query<{ answer: unknown }>(
      'select public.test_command($1, $2::text::jsonb) as answer',
      [id, JSON.stringify(payload)],
    );
    return row?.answer;
  });
async function worked(note: string): Promise<number> {
  const rows = await database.query('select from app.test_work where note = $1', [note]);
  return rows.length;
}

describe('a command', () => {
  it('works once and gives the same answer on repetition, with its id', async () => {
    const id = randomUUID();
    const first = await send(id, { note: 'a', z: 1 });
    expect(first).toEqual({ version: 7, command_id: id, epoch: expect.any(String) });
    expect(await send(id, { z: 1, note: 'a' })).toEqual(first);
    expect(await worked('a')).toBe(1);
  });

  it('of a visitor too', async () => {
    const id = randomUUID();
    expect(await send(id, { note: 'v' }, null)).toEqual(await send(id, { note: 'v' }, null));
    expect(await worked('v')).toBe(1);
  });

  it('has a receipt for its author alone, while its answer is kept and after', async () => {
    const id = randomUUID();
    const receipt = (as: string | null, of = id) =>
      database.as(as === null ? 'anon' : 'authenticated', as, async (tx) => {
        const [row] = await tx.query<{ receipt: unknown }>('select public.command_receipt($1) as receipt', [
          of,
        ]);
        return row?.receipt;
      });
    expect(await receipt(user)).toEqual({ command_id: id, missing: true });
    await send(id, { note: 'r' });
    expect(await receipt(user)).toEqual({ version: 7, command_id: id, epoch: expect.any(String) });
    expect(await receipt(other)).toEqual({ command_id: id, missing: true });
    expect(await receipt(null)).toEqual({ command_id: id, missing: true });
    const visitors = randomUUID();
    await send(visitors, { note: 'rv' }, null);
    expect(await receipt(null, visitors)).toEqual({
      version: 7,
      command_id: visitors,
      epoch: expect.any(String),
    });
    expect(await receipt(user, visitors)).toEqual({ command_id: visitors, missing: true });
    await database.query(
      `update public.command_log set user_id = null, kind = null, created_at = null, result = null where id = $1`,
      [id],
    );
    expect(await receipt(user)).toEqual({ command_id: id, forgotten: true });
  });

  it('is refused with another payload, kind or user under the same id', async () => {
    const id = randomUUID();
    await send(id, { note: 'b' });
    expect(await sqlState(() => send(id, { note: 'c' }))).toBe('PT409');
    expect(await sqlState(() => send(id, { note: 'b' }, other))).toBe('PT409');
    expect(await sqlState(() => send(id, { note: 'b' }, null))).toBe('PT409');
    const otherKind = () =>
      database.transaction(async (tx) => {
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: user })]);
        await tx.query(`select app.begin_command($1, 'test.other', '{"note":"b"}')`, [id]);
      });
    expect(await sqlState(otherKind)).toBe('PT409');
    expect(await worked('b')).toBe(1);
  });

  it('that failed leaves nothing and may be sent again', async () => {
    const id = randomUUID();
    expect(await sqlState(() => send(id, { fail: true }))).toBe('23514');
    expect(await database.query('select from public.command_log where id = $1', [id])).toEqual([]);
    expect(await send(id, { note: 'd' })).toEqual({ version: 7, command_id: id, epoch: expect.any(String) });
  });

  it('that a procedure does not finish cannot commit', async () => {
    const id = randomUUID();
    expect(await sqlState(() => send(id, { note: 'e', forget: true }))).toBe('25000');
    expect(await worked('e')).toBe(0);
  });

  it('cannot be finished twice, nor without being begun', async () => {
    expect(await sqlState(() => database.query(`select app.finish_command($1, '{}')`, [randomUUID()]))).toBe(
      '25000',
    );
  });

  it('of a removed user is forgotten', async () => {
    const gone = await database.createUser({ role: 'student' });
    const id = randomUUID();
    await send(id, { note: 'f' }, gone);
    await database.query('delete from auth.users where id = $1', [gone]);
    expect(await database.query('select from public.command_log where id = $1', [id])).toEqual([]);
  });
});

describe('known commands', () => {
  const known = (ids: string[], as: string | null = user) =>
    database.as(as === null ? 'anon' : 'authenticated', as, async (tx) => {
      const [row] = await tx.query<{
        answer: { user_id: string | null; epoch: string; commands: { id: string; answer: object }[] };
      }>('select public.known_commands($1::uuid[]) as answer', [ids]);
      if (!row) throw new Error('no answer');
      return row.answer;
    });

  it('are returned with the answer that a repetition would get, the caller’s own only', async () => {
    const [mine, theirs, visitors, never] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const answer = await send(mine, { note: 'k' });
    await send(theirs, { note: 'k' }, other);
    await send(visitors, { note: 'k' }, null);
    const ids = [mine, theirs, visitors, never];
    expect(await known(ids)).toMatchObject({ user_id: user, commands: [{ id: mine, answer }] });
    const asVisitor = await known(ids, null);
    expect(asVisitor).toMatchObject({ user_id: null });
    expect(asVisitor.commands).toEqual([{ id: visitors, answer: { command_id: visitors } }]);
    expect((await known([])).commands).toEqual([]);
  });

  it('answers name the epoch of their version, which a restart replaces', async () => {
    const id = randomUUID();
    const before = (await send(id, { note: 'e1' })) as { epoch: string };
    expect((await known([id])).epoch).toBe(before.epoch);
    await database.query('select app.restart_replication()');
    const after = await known([id]);
    expect(after.epoch).not.toBe(before.epoch);
    expect(after.commands).toEqual([{ id, answer: before }]);
    const [page] = await database.query<{ epoch: string }>(
      `select public.pull_cities() ->> 'epoch' as epoch`,
    );
    expect(page?.epoch).toBe(after.epoch);
  });

  it('more than 500 at once are refused', async () => {
    expect(await sqlState(() => known(Array.from({ length: 501 }, () => randomUUID())))).toBe('22023');
  });
});
