/** The door of requests over HTTP, as a phone meets it: every table and procedure, on both drivers. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, client, embeddedTargets, newPerson, type Person } from '../../support/backend.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';
import { STUDENT } from './account-steps.ts';

const MISSING = { status: 401, code: 'PT401', hint: 'account_missing' };
const BANNED = { status: 403, code: 'PT403', hint: 'account_banned' };

interface Answer {
  status: number;
  code?: unknown;
  hint?: unknown;
}

describe.each(embeddedTargets())('the door on $name', (target) => {
  let backend: Backend;
  let gone: Person;
  let banned: Person;
  let tables: { name: string; column: string }[];
  let procedures: { name: string; parameters: string[]; is_open: boolean; is_command: boolean }[];

  const database = () => {
    if (backend.embedded === null) throw new Error('these tests need the embedded backend');
    return backend.embedded.database;
  };

  beforeAll(async () => {
    backend = await target.start({ migrationsDir });
    [gone, banned] = [await newPerson(backend), await newPerson(backend)];
    for (const person of [gone, banned])
      await person.client.rpc('complete_registration', { payload: STUDENT });
    await database().query('delete from auth.users where id = $1', [gone.id]);
    await database().query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      banned.id,
    ]);
    tables = await database().query(
      `select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as column
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
         and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`,
    );
    procedures = await database().query(
      `select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as parameters,
         exists (select from app.suspended_may_call s where s.procedure = p.proname) as is_open,
         p.prosrc ~ 'begin_command' as is_command
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
    );
  });
  afterAll(() => backend?.stop());

  async function ask(person: Person, method: string, path: string, body?: unknown): Promise<Answer> {
    const { data } = await person.client.auth.getSession();
    const response = await fetch(`${backend.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { code, hint } = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, code, hint };
  }

  /** One way of writing to each table, the three in turn. */
  const write = ({ name, column }: (typeof tables)[number], at: number) => {
    const ways = [
      ['POST', name, { [column]: null }],
      ['PATCH', `${name}?${column}=is.null`, { [column]: null }],
      ['DELETE', `${name}?${column}=is.null`, undefined],
    ] as const;
    return ways[at % ways.length] ?? ways[0];
  };
  const nothing = (parameters: readonly string[]) =>
    Object.fromEntries(
      parameters.map((parameter) => [parameter, parameter === 'command_id' ? randomUUID() : null]),
    );

  it('refuses the token of a deleted account, whatever it reads, writes or calls', async () => {
    expect(tables.length).toBeGreaterThan(30);
    expect(procedures.length).toBeGreaterThan(100);
    for (const [at, table] of tables.entries()) {
      expect([table.name, await ask(gone, 'GET', `${table.name}?select=${table.column}`)]).toEqual([
        table.name,
        MISSING,
      ]);
      const [method, path, body] = write(table, at);
      expect([method, path, await ask(gone, method, path, body)]).toEqual([method, path, MISSING]);
    }
    for (const { name, parameters } of procedures)
      expect([name, await ask(gone, 'POST', `rpc/${name}`, nothing(parameters))]).toEqual([name, MISSING]);
  });

  it('lets a suspended account read and nothing else', async () => {
    for (const [at, table] of tables.entries()) {
      expect([table.name, await ask(banned, 'GET', `${table.name}?select=${table.column}`)]).toEqual([
        table.name,
        { status: 200 },
      ]);
      const [method, path, body] = write(table, at);
      expect([method, path, await ask(banned, method, path, body)]).toEqual([method, path, BANNED]);
    }
    for (const { name, parameters, is_open, is_command } of procedures) {
      const answer = await ask(banned, 'POST', `rpc/${name}`, nothing(parameters));
      if (is_open) expect([name, answer.hint]).not.toEqual([name, BANNED.hint]);
      else if (is_command) expect([name, answer.status < 400]).toEqual([name, false]);
      else expect([name, answer]).toEqual([name, BANNED]);
    }
    expect(await ask(banned, 'GET', 'rpc/teacher_demand')).toEqual(BANNED);
    expect(await ask(banned, 'POST', 'rpc/my_data', {})).toEqual({ status: 200 });
  });

  it('shows a suspended administrator no more than any other suspended person', async () => {
    const admin = await newPerson(backend);
    await admin.client.rpc('complete_registration', { payload: STUDENT });
    await database().query(`update public.user_profiles set role = 'admin' where id = $1`, [admin.id]);
    const seen = (person: Person) =>
      Promise.all(
        tables.map(async ({ name, column }) => {
          const { data } = await person.client.from(name).select(column);
          return [name, data?.length];
        }),
      );
    const open = await seen(admin);
    await database().query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      admin.id,
    ]);
    const suspended = await seen(admin);
    expect(suspended).toEqual(await seen(banned));
    expect(suspended).not.toEqual(open);
  });

  it('leaves nothing behind for the next request, and stops neither visitors nor the server', async () => {
    const person = await newPerson(backend);
    expect(await ask(person, 'POST', 'rpc/my_account_state', {})).toEqual({ status: 200 });
    expect((await client(backend).from('cities').select('id').limit(1)).data).toHaveLength(1);
    expect((await client(backend, backend.secretKey).from('cities').select('id').limit(1)).data).toHaveLength(
      1,
    );
    expect(await ask(gone, 'POST', 'rpc/my_account_state', {})).toEqual(MISSING);
    expect(await ask(person, 'POST', 'rpc/my_account_state', {})).toEqual({ status: 200 });
  });
});
