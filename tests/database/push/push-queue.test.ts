/** Notifications that become pushes, and the hours in which they may ring. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, register, STUDENT, TEACHER } from '../accounts/account-steps.ts';
import {
  agree,
  answer,
  ask,
  cancel,
  createCouple,
  evaluate,
  inbox,
  release,
  unseal,
} from '../lessons/lesson-steps.ts';
import { addPhone, notifyAt, personWithPhones, queued } from './push-steps.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.exec('delete from public.push_queue');
});

const dueAt = async (at: string) => {
  const [row] = await database.query<{ due: string }>(
    `select (app.push_due_at($1::timestamptz) at time zone 'America/Sao_Paulo')::text as due`,
    [at],
  );
  return row?.due;
};
/** Kinds in the queue of a person. */
const kindsOf = async (person: string) => {
  const rows = await database.query<{ kind: string }>(
    `select n.kind from public.push_queue q join public.notifications n on n.id = q.notification_id
     where q.user_id = $1 order by n.created_at, n.kind`,
    [person],
  );
  return rows.map(({ kind }) => kind);
};

describe('quiet hours', () => {
  it.each([
    ['2087-03-10 21:59:59.999-03', '2087-03-10 21:59:59.999'],
    ['2087-03-10 22:00-03', '2087-03-11 08:00:00'],
    ['2087-03-10 23:00-03', '2087-03-11 08:00:00'],
    ['2087-03-10 23:59:59.999-03', '2087-03-11 08:00:00'],
    ['2087-03-11 00:00-03', '2087-03-11 08:00:00'],
    ['2087-03-11 07:59-03', '2087-03-11 08:00:00'],
    ['2087-03-11 08:00-03', '2087-03-11 08:00:00'],
    // Another day in UTC, and the end of a month and of a year.
    ['2087-03-11 02:30Z', '2087-03-11 08:00:00'],
    ['2087-02-28 23:30-03', '2087-03-01 08:00:00'],
    ['2087-12-31 22:30-03', '2088-01-01 08:00:00'],
    // Daylight saving time still existed in 2018: that Sunday has no midnight.
    ['2018-11-03 23:30-03', '2018-11-04 08:00:00'],
  ])('a push due at %s rings at %s in São Paulo', async (at, due) => {
    expect(await dueAt(at)).toBe(due);
  });

  it('one created at 23:00 waits until 8:00, one at 21:59 does not [D151]', async () => {
    const me = await personWithPhones(database);
    const night = await notifyAt(database, me.id, '2087-03-10 23:00-03');
    const evening = await notifyAt(database, me.id, '2087-03-10 21:59-03');
    const at = async (id: string) => new Date((await queued(database, id))?.due_at ?? '').toISOString();
    expect([await at(night), await at(evening)]).toEqual([
      '2087-03-11T11:00:00.000Z',
      '2087-03-11T00:59:00.000Z',
    ]);
  });
});

describe('a notification is queued', () => {
  it('once, together with its row, and not when that is rolled back', async () => {
    const me = await personWithPhones(database, 3);
    const id = await notifyAt(database, me.id);
    expect(await database.query('select user_id, attempts, outcome from public.push_queue')).toEqual([
      { user_id: me.id, attempts: 0, outcome: null },
    ]);
    const again = `insert into public.push_queue (notification_id, user_id, due_at, next_at)
      values ('${id}', '${me.id}', now(), now())`;
    expect(await sqlState(() => database.query(again))).toBe('23505');
    await database
      .transaction(async (tx) => {
        await tx.query(`select app.notify($1, 'test', 'Título', 'Texto')`, [me.id]);
        throw new Error('changed its mind');
      })
      .catch(() => undefined);
    expect(await database.query('select from public.push_queue')).toHaveLength(1);
  });

  it('many at once', async () => {
    const people = await Promise.all([1, 2, 3].map(() => personWithPhones(database)));
    await database.query(
      `insert into public.notifications (user_id, kind, title, body) select id, 'news.bulk', 'Título', 'Texto'
       from public.user_profiles`,
    );
    const rows = await database.query<{ user_id: string }>('select user_id from public.push_queue');
    const whom = rows.map(({ user_id }) => user_id);
    expect(whom).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
    expect(new Set(whom).size).toBe(whom.length);
  });

  it.each([
    ['no phone', `delete from public.pwa_subscriptions where user_id = $1`],
    ['phones that are off', `update public.pwa_subscriptions set is_active = false where user_id = $1`],
    [
      'tokens that ran out',
      `update public.pwa_subscriptions set token_expires_at = now() - interval '1 minute' where user_id = $1`,
    ],
  ])('not for a person with %s', async (_, sql) => {
    const me = await personWithPhones(database);
    await database.query(sql, [me.id]);
    await notifyAt(database, me.id);
    expect(await kindsOf(me.id)).toEqual([]);
  });

  it('not when it is a day old, read, or already removed', async () => {
    const me = await personWithPhones(database);
    await database.query(
      `insert into public.notifications (user_id, kind, title, body, created_at, read_at) values
        ($1, 'test', 'Velha', 'Texto', now() - interval '3 days', null), ($1, 'test', 'Lida', 'Texto', now(), now())`,
      [me.id],
    );
    await database.query('insert into public.notifications (user_id, _deleted) values ($1, true)', [me.id]);
    expect(await kindsOf(me.id)).toEqual([]);
  });

  it.each([
    ['lessons', ['lesson_request.created', 'lesson_request.accepted', 'lesson_request.cancelled']],
    ['evaluations', ['evaluation.received']],
    [
      'account',
      ['evaluation.removed', 'post.removed', 'profile.restored', 'report.decided', 'teacher.approved'],
    ],
    ['news', ['news.bulk']],
  ])('not when its group is muted, but still in the inbox: %s', async (group, kinds) => {
    const all = ['lesson_request.created', 'evaluation.received', 'teacher.approved', 'news.bulk', ...kinds];
    const me = await personWithPhones(database);
    await callAs(database, me.id, 'set_notification_preferences($1, $2::text::text[])', [
      randomUUID(),
      `{${group}}`,
    ]);
    for (const kind of new Set(all)) await notifyAt(database, me.id, '2087-03-10 12:00-03', kind);
    const others = [...new Set(all)].filter((kind) => !kinds.includes(kind));
    expect(await kindsOf(me.id)).toEqual(others.sort());
    expect(await inbox(database, me.id)).toHaveLength(new Set(all).size);
  });

  it('not for a welcome: the person is using the app', async () => {
    const me = await personWithPhones(database);
    await notifyAt(database, me.id, '2087-03-10 12:00-03', 'welcome');
    expect(await kindsOf(me.id)).toEqual([]);
  });
});

describe('phones are notified of', () => {
  it('requests, answers, cancellations and evaluations', async () => {
    const couple = await createCouple(database);
    await addPhone(database, couple.student);
    await addPhone(database, couple.teacher);
    const request = await ask(database, couple);
    await answer(database, couple.teacher, request, 'accept');
    await evaluate(database, couple.student, request);
    await unseal(database);
    await cancel(database, couple.student, request);
    const declined = await ask(database, couple);
    await answer(database, couple.teacher, declined, 'decline');
    expect((await kindsOf(couple.teacher)).sort()).toEqual([
      ...[
        'evaluation.received',
        'lesson_request.cancelled',
        'lesson_request.created',
        'lesson_request.created',
      ],
    ]);
    expect((await kindsOf(couple.student)).sort()).toEqual([
      ...['lesson_request.accepted', 'lesson_request.declined'],
    ]);
  });

  it('an approval', async () => {
    const teacher = await register(database, TEACHER);
    await addPhone(database, teacher);
    await database.query('update public.teachers set is_active = true where id = $1', [teacher]);
    expect(await kindsOf(teacher)).toEqual(['teacher.approved']);
  });
});

describe('an evaluation that was received', () => {
  const received = async (person: string) =>
    (await inbox(database, person)).filter(({ kind }) => kind === 'evaluation.received');

  it('is notified once, without author and lesson, however often it changes', async () => {
    const couple = await createCouple(database);
    const request = await agree(database, couple);
    const { evaluation_id: id } = await evaluate(database, couple.student, request, { comment: 'Ótima' });
    // Sealed: not before the other side has written, or 14 days have passed.
    expect(await received(couple.teacher)).toEqual([]);
    await unseal(database);
    expect(await received(couple.teacher)).toEqual([
      {
        kind: 'evaluation.received',
        title: 'Você recebeu uma avaliação',
        body: expect.not.stringMatching(/Camila|Duarte|Ótima/),
        url: '/teacher/home',
      },
    ]);
    await evaluate(database, couple.student, request, { id, rating: 2 });
    await evaluate(database, couple.student, request, { id, rating: 4 });
    expect(await received(couple.teacher)).toHaveLength(1);
    await evaluate(database, couple.teacher, request);
    await unseal(database);
    expect(await received(couple.student)).toMatchObject([{ url: '/student/profile' }]);
  });

  it('that is anonymous is notified when it is published, not when it is written', async () => {
    const couple = await createCouple(database);
    const request = await agree(database, couple);
    await evaluate(database, couple.student, request, { is_anonymous: true });
    expect(await received(couple.teacher)).toEqual([]);
    await release(database);
    expect(await received(couple.teacher)).toHaveLength(1);
    await release(database);
    expect(await received(couple.teacher)).toHaveLength(1);
  });

  it('is not notified to a person who has left', async () => {
    const couple = await createCouple(database);
    const request = await agree(database, couple);
    await evaluate(database, couple.student, request, { is_anonymous: true });
    await database.query('delete from auth.users where id = $1', [couple.teacher]);
    await release(database);
    expect(await received(couple.teacher)).toEqual([]);
  });
});

describe('the queue', () => {
  it('cannot be read or written by people, and is deleted with the account', async () => {
    const me = await register(database, STUDENT);
    await addPhone(database, me);
    const id = await notifyAt(database, me);
    for (const statement of [
      'select from public.push_queue',
      'select from public.push_deliveries',
      'select public.claim_pushes()',
      `select public.finish_pushes(gen_random_uuid(), '[]')`,
      'select public.pushes_due()',
      `select app.queue_pushes()`,
    ]) {
      const work = () => database.as('authenticated', me, (tx) => tx.query(statement));
      expect([statement, await sqlState(work)]).toEqual([statement, '42501']);
    }
    expect((await callAs<{ pushes: unknown[] }>(database, me, 'my_data()')).pushes).toMatchObject([
      { notification_id: id, outcome: null, phones: [] },
    ]);
    await database.query('delete from auth.users where id = $1', [me]);
    expect(await database.query('select from public.push_queue where user_id = $1', [me])).toEqual([]);
  });

  it('deletes entries a day after the push was due, a bounded part at a time', async () => {
    const me = await personWithPhones(database);
    for (const _ of [1, 2, 3]) await notifyAt(database, me.id, '2087-03-10 23:00-03');
    const tidy = async (at: string, atMost = 1000) => {
      const [row] = await database.query<{ answer: { pushes: number } }>(
        'select public.tidy_up($1, $2) as answer',
        [atMost, at],
      );
      return row?.answer.pushes;
    };
    expect(await tidy('2087-03-12 07:59-03')).toBe(0);
    expect(await tidy('2087-03-12 08:01-03', 2)).toBe(2);
    expect(await tidy('2087-03-12 08:01-03', 2)).toBe(1);
    expect(await inbox(database, me.id)).toHaveLength(3);
  });
});
