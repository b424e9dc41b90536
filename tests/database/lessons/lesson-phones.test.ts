/** Requests as seen by commands and replicas: repetition, versions, contacts, pages, hints. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hearBroadcasts } from '../../support/broadcasts.ts';
import { sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  create,
  createCouple,
  draft,
  held,
  inbox,
  lessonWorld,
  pullOwn,
  statusOf,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;

lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

describe('a command', () => {
  it('that is repeated gives the same answer and happens once', async () => {
    const [make, accept, end] = [randomUUID(), randomUUID(), randomUUID()];
    const wanted = draft(couple);
    const made = await create(database, student, wanted, make);
    const accepted = await answer(database, teacher, wanted.id, 'accept', { command: accept });
    expect(await create(database, student, wanted, make)).toEqual(made);
    expect(await answer(database, teacher, wanted.id, 'accept', { command: accept })).toEqual(accepted);
    const ended = await cancel(database, student, wanted.id, { command: end });
    // Each repeated command that arrives after everything else gets its first answer, and changes
    // nothing.
    expect(await answer(database, teacher, wanted.id, 'accept', { command: accept })).toEqual(accepted);
    expect(await create(database, student, wanted, make)).toEqual(made);
    expect(await cancel(database, student, wanted.id, { command: end })).toEqual(ended);
    expect(await statusOf(database, wanted.id)).toBe('Cancelado');
    expect((await inbox(database, teacher)).map(({ kind }) => kind)).toEqual([
      'lesson_request.created',
      'lesson_request.cancelled',
    ]);
    expect(await inbox(database, student)).toHaveLength(1);
  });

  it('whose id belongs to another person’s, or another kind’s command, is refused', async () => {
    const command = randomUUID();
    const wanted = draft(couple);
    await create(database, student, wanted, command);
    const other = await createCouple(database);
    for (const work of [
      () => create(database, other.student, wanted, command),
      () => create(database, student, { ...wanted, message: 'Outra coisa' }, command),
      () => cancel(database, student, wanted.id, { command }),
      () => answer(database, teacher, wanted.id, 'accept', { command }),
    ]) {
      expect(await refusal(work)).toMatchObject({ code: 'PT409', hint: '' });
    }
    expect(await statusOf(database, wanted.id)).toBe('Pendente');
  });

  it('that was refused leaves nothing, and may be sent again', async () => {
    const command = randomUUID();
    await database.query('update public.teachers set is_paused = true where id = $1', [teacher]);
    const wanted = draft(couple);
    expect(await refusal(() => create(database, student, wanted, command))).not.toBeNull();
    expect(await count(database, 'public.command_log where id = $1', [command])).toBe(0);
    await database.query('update public.teachers set is_paused = false where id = $1', [teacher]);
    expect(await create(database, student, wanted, command)).toMatchObject({ command_id: command });
  });

  it('returns the version that the caller’s phone will pull, and whether the row had changed before', async () => {
    const made = await create(database, student, draft(couple));
    expect((await held(database, student, made.request_id))?._xid).toBe(made.version);
    const base = (await held(database, teacher, made.request_id))?._xid ?? 0;
    await database.query(`update public.user_profiles set name = 'Camila Nova' where id = $1`, [student]);
    const accepted = await answer(database, teacher, made.request_id, 'accept', { base });
    expect(accepted).toMatchObject({ merged: true, status: 'Aceito' });
    expect((await held(database, teacher, made.request_id))?._xid).toBe(accepted.version);
    const seen = (await held(database, student, made.request_id))?._xid ?? 0;
    expect(await cancel(database, student, made.request_id, { base: seen })).toMatchObject({ merged: false });
  });
});

describe('on the phones', () => {
  it('[T031] each side holds the request with the other’s name; the contact only while it is accepted', async () => {
    const request = await ask(database, couple);
    const contact = { other_whatsapp: null, other_email: null };
    expect(await held(database, student, request)).toMatchObject({
      ...contact,
      side: 'student',
      other_name: 'Marina Couto',
    });
    expect(await held(database, teacher, request)).toMatchObject({
      ...contact,
      side: 'teacher',
      other_name: 'Camila Duarte',
      message: 'Quero aprender do zero.',
    });
    await answer(database, teacher, request, 'accept');
    expect(await held(database, student, request)).toMatchObject({
      other_whatsapp: '+5511900000002',
      other_email: null,
    });
    expect(await held(database, teacher, request)).toMatchObject({
      other_whatsapp: '+5511900000001',
      other_email: null,
    });
    const [mine, theirs] = [
      await pullOwn(database, student, 'lesson_requests'),
      await pullOwn(database, teacher, 'lesson_requests'),
    ];
    await cancel(database, student, request);
    for (const [person, page] of [
      [student, mine],
      [teacher, theirs],
    ] as const) {
      const { rows } = await pullOwn(database, person, 'lesson_requests', page.checkpoint);
      expect(rows).toMatchObject([{ id: request, status: 'Cancelado', ...contact }]);
    }
  });

  it('a new name or picture always arrives, a new contact with accepted requests only', async () => {
    const pending = await ask(database, couple);
    const other = await createCouple(database);
    const accepted = await agree(database, { ...other, student });
    const { teacher: second } = other;
    const reached = async (person: string) => (await pullOwn(database, person, 'lesson_requests')).checkpoint;
    const news = async (person: string, from: Awaited<ReturnType<typeof reached>>) =>
      (await pullOwn(database, person, 'lesson_requests', from)).rows;
    let [one, two] = [await reached(teacher), await reached(second)];
    await database.query(`update public.user_profiles set whatsapp = '+5511900009999' where id = $1`, [
      student,
    ]);
    expect(await news(teacher, one)).toEqual([]);
    expect(await news(second, two)).toMatchObject([{ id: accepted, other_whatsapp: '+5511900009999' }]);
    [one, two] = [await reached(teacher), await reached(second)];
    await database.query(`update public.user_profiles set name = 'Camila Nova' where id = $1`, [student]);
    expect(await news(teacher, one)).toMatchObject([{ id: pending, other_name: 'Camila Nova' }]);
    expect(await news(second, two)).toMatchObject([{ id: accepted, other_name: 'Camila Nova' }]);
    // A change of one's own name is no news about one's own requests.
    const own = await reached(student);
    await database.query(`update public.user_profiles set name = 'Camila Outra' where id = $1`, [student]);
    expect(await news(student, own)).toEqual([]);
  });

  it('only the two sides find the request: by pulling, by ids, by selecting', async () => {
    const request = await ask(database, couple);
    const stranger = await createCouple(database);
    const select = (person: string | null) =>
      database.as(person === null ? 'anon' : 'authenticated', person, (tx) =>
        tx.query(`select status, student_id, teacher_id from public.lesson_requests where id = $1`, [
          request,
        ]),
      );
    for (const person of [student, teacher]) {
      expect(await select(person)).toEqual([
        { status: 'Pendente', student_id: student, teacher_id: teacher },
      ]);
      expect(await callAs(database, person, 'visible_ids_lesson_requests()')).toMatchObject({
        user_id: person,
        ids: [request],
      });
    }
    expect(await select(stranger.student)).toEqual([]);
    expect(await sqlState(() => select(null))).toBe('42501');
    expect((await pullOwn(database, stranger.teacher, 'lesson_requests')).rows).toEqual([]);
    expect(await callAs(database, stranger.teacher, 'visible_ids_lesson_requests()')).toMatchObject({
      ids: [],
    });
    expect(await sqlState(() => pullOwn(database, null, 'lesson_requests'))).toBe('42501');
  });

  it('requests come in pages, each row once, with their owner', async () => {
    for (const n of [1, 2, 3]) {
      const other = await createCouple(database);
      await create(database, student, draft({ ...other, student }, { message: `Pedido ${n}` }));
    }
    const first = await pullOwn(database, student, 'lesson_requests', null, 2);
    expect(first).toMatchObject({ user_id: student, done: false, total: 3 });
    const second = await pullOwn(database, student, 'lesson_requests', first.checkpoint, 2);
    expect(second).toMatchObject({ user_id: student, done: true });
    expect([...first.rows, ...second.rows].map((row) => row.message)).toEqual([
      'Pedido 1',
      'Pedido 2',
      'Pedido 3',
    ]);
  });

  it('[T031] the e-mail address is handed over only by a person without a WhatsApp, and comes and goes with it', async () => {
    const request = await ask(database, couple);
    await answer(database, teacher, request, 'accept');
    const contact = async () => {
      const row = await held(database, teacher, request);
      return { version: row?._xid, whatsapp: row?.other_whatsapp, email: row?.other_email };
    };
    const set = (column: 'whatsapp' | 'email', value: string | null) =>
      database.query(`update public.user_profiles set ${column} = $2 where id = $1`, [student, value]);
    const before = await contact();
    await set('email', 'outro@example.test');
    expect(await contact()).toEqual(before);
    await set('whatsapp', null);
    expect(await contact()).toMatchObject({ whatsapp: null, email: 'outro@example.test' });
    await set('email', 'terceiro@example.test');
    expect(await contact()).toMatchObject({ email: 'terceiro@example.test' });
    await set('whatsapp', '+5511900000001');
    expect(await contact()).toMatchObject({ whatsapp: '+5511900000001', email: null });
  });

  it('both private topics get a hint, without content', async () => {
    const heard = await hearBroadcasts(database);
    await ask(database, couple);
    const requests = (await heard()).filter(({ event }) => event === 'lesson_requests');
    expect(requests.map(({ topic }) => topic).sort()).toEqual([`user:${student}`, `user:${teacher}`].sort());
    for (const hint of requests) expect(hint).toMatchObject({ payload: {}, private: true });
  });
});

it('[B179] a request has its columns', async () => {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'lesson_requests'`,
  );
  expect(rows.map((row) => row.name)).toEqual(
    expect.arrayContaining(['id', 'status', 'student_id', 'teacher_id', 'request_date', 'dance_style_id']),
  );
});
