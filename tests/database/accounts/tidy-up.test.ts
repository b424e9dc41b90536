/** The nightly clean-up deletes old rows without making any command run twice. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { ask, type Couple, cancel, create, createCouple, draft, evaluate } from '../lessons/lesson-steps.ts';
import { callAs, refusal } from './account-steps.ts';

let database: TestDatabase;
let couple: Couple;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  couple = await createCouple(database);
});

interface Tidied {
  commands: number;
  notifications: number;
  counts: number;
}
/** Runs the clean-up as if it were this many days later. */
const tidyIn = async (days: number, atMost = 1000) => {
  const [row] = await database.query<{ answer: Tidied }>(
    'select public.tidy_up($1, now() + make_interval(days => $2)) as answer',
    [atMost, days],
  );
  return row?.answer;
};
const logged = async (command: string) => {
  const [row] = await database.query<Record<string, unknown>>(
    'select * from public.command_log where id = $1',
    [command],
  );
  return row;
};

describe('commands', () => {
  // «qual conta fez qual envio e quando, por 90 dias, para que nada seja feito duas vezes;»
  it('[T058] are anonymised after 90 days: owner, content and time go, and a phone that was offline for long still does nothing twice', async () => {
    const [request, command] = [draft(couple), randomUUID()];
    await create(database, couple.student, request, command);
    await tidyIn(89);
    expect(await logged(command)).toMatchObject({ user_id: couple.student, kind: 'lesson_request.create' });
    await tidyIn(91);
    const row = await logged(command);
    expect(row).toMatchObject({ id: command, user_id: null, kind: null, created_at: null, result: null });
    // The request ended meanwhile: running the repeated command again would create another one.
    await cancel(database, couple.student, request.id);
    expect(await create(database, couple.student, request, command)).toEqual({
      command_id: command,
      forgotten: true,
    });
    expect(
      await database.query('select status from public.lesson_requests where student_id = $1', [
        couple.student,
      ]),
    ).toEqual([{ status: 'Cancelado' }]);
    expect(await refusal(() => create(database, couple.student, draft(couple), command))).toMatchObject({
      code: 'PT409',
    });
    expect(
      (await callAs<{ commands: unknown[] }>(database, couple.student, 'my_data()')).commands,
    ).toHaveLength(1);
  });

  it('that were never sent are executed however old they are', async () => {
    await tidyIn(400);
    expect(await ask(database, couple)).toBeTruthy();
  });

  it('of visitors too: the lead is found by its id, and is not created again', async () => {
    const lead = { id: randomUUID(), nome: 'Ana', cidade: 'Vitória', estilo_danca: 'Forró' };
    const command = randomUUID();
    const send = () =>
      callAs<{ id: string; lead: object | null }>(database, null, 'create_lead($1, $2::text::jsonb)', [
        command,
        JSON.stringify(lead),
      ]);
    const first = await send();
    await tidyIn(100);
    expect(await send()).toMatchObject({ command_id: command, version: 1, id: lead.id, lead: first.lead });
    await tidyIn(400);
    expect(await send()).toMatchObject({ command_id: command, id: lead.id, lead: null });
    expect(await database.query('select from public.student_leads where id = $1', [lead.id])).toEqual([]);
  });

  it('a bounded part at a time, oldest first', async () => {
    await tidyIn(91);
    const commands = [randomUUID(), randomUUID(), randomUUID()];
    for (const [n, command] of commands.entries()) {
      await database.query(
        `insert into public.command_log (id, user_id, kind, payload_hash, result, created_at)
         values ($1, $2, 'test', repeat('0', 64), '{}', now() - make_interval(days => $3))`,
        [command, couple.student, 200 - n],
      );
    }
    expect(await tidyIn(0, 2)).toMatchObject({ commands: 2 });
    expect(await Promise.all(commands.map(async (id) => (await logged(id))?.kind))).toEqual([
      null,
      null,
      'test',
    ]);
    expect(await tidyIn(0, 2)).toMatchObject({ commands: 1 });
    expect(await tidyIn(0, 2)).toMatchObject({ commands: 0 });
  });

  it('of a deleted account go completely', async () => {
    const command = randomUUID();
    await create(database, couple.student, draft(couple), command);
    await database.query('delete from auth.users where id = $1', [couple.student]);
    expect(await logged(command)).toBeUndefined();
  });
});

describe('notifications', () => {
  const inbox = () =>
    database.query<{ id: string; read: boolean; gone: boolean; title: string | null }>(
      `select id, read_at is not null as read, _deleted as gone, title from public.notifications
       where user_id = $1 order by id`,
      [couple.teacher],
    );
  const read = (ids: string[]) =>
    callAs(database, couple.teacher, 'mark_notifications_read($1, $2::text[]::uuid[])', [
      randomUUID(),
      `{${ids.join(',')}}`,
    ]);

  // «as lidas são apagadas depois de 90 dias.»
  it('[T057] that were read go after 90 days, from the phones too; unread ones stay', async () => {
    await cancel(database, couple.student, await ask(database, couple));
    const [first, second] = await inbox();
    if (!first || !second) throw new Error('no notifications');
    await read([first.id]);
    await tidyIn(89);
    expect((await inbox()).map(({ gone }) => gone)).toEqual([false, false]);
    const before = await callAs<{ checkpoint: { xid: number; id: string } }>(
      database,
      couple.teacher,
      'pull_notifications()',
    );
    await tidyIn(91);
    expect(await inbox()).toMatchObject([
      { id: first.id, gone: true, title: null },
      { id: second.id, gone: false },
    ]);
    expect(
      await callAs(database, couple.teacher, 'pull_notifications($1, $2)', [
        before.checkpoint.xid,
        before.checkpoint.id,
      ]),
    ).toMatchObject({ rows: [{ id: first.id, _deleted: true }] });
    // A phone that reports a notification as read only long afterwards gets no error.
    expect(await refusal(() => read([first.id]))).toBeNull();
  });
});

// «entradas e mudanças da conta, por 90 dias;»
it('[T114] sign-ins and changes of an account go after 90 days', async () => {
  const entry = randomUUID();
  await database.query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
     values ($1, '{"action":"login"}', now(), '203.0.113.7')`,
    [entry],
  );
  const kept = () => database.query('select from auth.audit_log_entries where id = $1', [entry]);
  await tidyIn(89);
  expect(await kept()).toHaveLength(1);
  await tidyIn(91);
  expect(await kept()).toEqual([]);
});

it('[T059] counts of calls go when their period is over', async () => {
  await ask(database, couple);
  expect((await tidyIn(0))?.counts).toBe(0);
  expect((await tidyIn(3))?.counts).toBeGreaterThan(0);
  expect(await database.query('select from app.rate_counts')).toEqual([]);
});

it('the server’s role alone may call it', async () => {
  expect(
    await database.as('service_role', null, (tx) => tx.query('select public.tidy_up() is not null as done')),
  ).toEqual([{ done: true }]);
  expect(await refusal(() => callAs(database, couple.student, 'tidy_up()'))).toMatchObject({ code: '42501' });
  const request = await ask(database, couple);
  expect(await refusal(() => evaluate(database, couple.student, request))).toMatchObject({
    hint: 'request_not_accepted',
  });
});
