/** Requests and evaluations after one of the two people has left. */
import { describe, expect, it } from 'vitest';
import { actAs, type TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import { propose } from './agreement-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  evaluate,
  held,
  inbox,
  lessonWorld,
  pullOwn,
  statusOf,
  unseal,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;

lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

const leave = (person: string) => deleteAccount<{ stays: string[] }>(database, person);
describe.each(['student', 'teacher'] as const)('when the %s goes', (leaver) => {
  it('open requests end on the other’s phone, without name, contact and texts, and the other is notified', async () => {
    const [gone, left] = leaver === 'student' ? [student, teacher] : [teacher, student];
    const request = await agree(database, couple);
    await propose(database, gone, request, {});
    const { checkpoint } = await pullOwn(database, left, 'lesson_requests');
    await leave(gone);
    expect((await pullOwn(database, left, 'lesson_requests', checkpoint)).rows).toMatchObject([
      {
        id: request,
        status: 'Cancelado',
        cancelled_by: null,
        other_name: null,
        other_image_url: null,
        other_whatsapp: null,
        other_email: null,
        message: null,
        dance_style_id: couple.style,
      },
    ]);
    // Notifications that named the person are gone from the inbox; the rest names no person.
    expect(await inbox(database, left)).toEqual([
      {
        kind: 'lesson_request.cancelled',
        title: 'Pedido encerrado',
        body: 'O pedido de aulas de Forró foi encerrado: a outra pessoa saiu do Danceflix.',
        url: `/${leaver === 'student' ? 'teacher' : 'student'}/requests/${request}`,
      },
    ]);
  });

  it('the own phones are told that the account is gone, and past the door every request and evaluation is empty', async () => {
    const gone = leaver === 'student' ? student : teacher;
    const request = await agree(database, couple);
    await evaluate(database, gone, request);
    const before = {
      lesson_requests: await pullOwn(database, gone, 'lesson_requests'),
      evaluations: await pullOwn(database, gone, 'evaluations'),
    };
    await leave(gone);
    for (const name of ['lesson_requests', 'evaluations'] as const) {
      const { checkpoint } = before[name];
      for (const ask of [
        () => pullOwn(database, gone, name, checkpoint),
        () => callAs(database, gone, `visible_ids_${name}()`),
      ])
        expect(await refusal(ask)).toMatchObject({ hint: 'account_missing' });
      const [page] = await database.transaction(async (tx) => {
        await actAs(tx, 'authenticated', gone);
        return tx.query<{ answer: Awaited<ReturnType<typeof pullOwn>> }>(
          `select public.pull_${name}($1, $2)::jsonb as answer`,
          [checkpoint?.xid ?? null, checkpoint?.id ?? null],
        );
      });
      const rows = page?.answer.rows ?? [];
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map((row) => row.id)).toEqual(before[name].rows.map((row) => row.id));
      for (const row of rows) {
        expect(row._deleted).toBe(true);
        expect([
          row.other_name ?? null,
          row.message ?? null,
          row.rating ?? null,
          row.comment ?? null,
        ]).toEqual([null, null, null, null]);
      }
    }
  });

  it('an ended request keeps how it ended and loses its texts', async () => {
    const [gone, left] = leaver === 'student' ? [student, teacher] : [teacher, student];
    const request = await ask(database, couple);
    await answer(database, teacher, request, 'decline', { reason: 'Agenda cheia' });
    await leave(gone);
    expect(await held(database, left, request)).toMatchObject({
      status: 'Recusado',
      reason: null,
      message: null,
      other_name: null,
    });
  });

  it('a remaining token can do nothing any more', async () => {
    const [gone, left] = leaver === 'student' ? [student, teacher] : [teacher, student];
    const request = await agree(database, couple);
    await evaluate(database, gone, request, { comment: 'Antes' });
    await leave(gone);
    expect(await refusal(() => cancel(database, gone, request))).toMatchObject({ hint: 'account_missing' });
    expect(await refusal(() => evaluate(database, gone, request))).toMatchObject({ hint: 'account_missing' });
    expect(
      await refusal(() =>
        database.as('authenticated', gone, (tx) =>
          tx.query(
            `update public.lesson_evaluations set comment = 'De volta', is_anonymous = false where true`,
          ),
        ),
      ),
    ).toMatchObject({ hint: 'account_missing' });
    expect(await refusal(() => cancel(database, left, request))).toMatchObject({ hint: 'request_cancelled' });
    expect(await statusOf(database, request)).toBe('Cancelado');
  });
});

describe('evaluations', () => {
  it('the stars that a removed person gave stay in the statistics; name and text do not', async () => {
    const request = await agree(database, couple);
    await evaluate(database, student, request, { rating: 4, comment: 'Ótima professora' });
    await unseal(database);
    const before = await database.query(
      'select public_id::text as id from public.lesson_evaluations where evaluator_id = $1',
      [student],
    );
    await leave(student);
    expect(
      await database.query(
        'select rating_average::float as average, rating_count as count from public.teacher_listings where id = $1',
        [teacher],
      ),
    ).toEqual([{ average: 4, count: 1 }]);
    const { evaluations } = await callAs<{ evaluations: { id: string }[] }>(
      database,
      null,
      'evaluations_of($1)',
      [teacher],
    );
    expect(evaluations).toMatchObject([
      { rating: 4, comment: null, author_name: null, author_image_url: null, is_anonymous: true },
    ]);
    expect(evaluations.map(({ id }) => id)).not.toEqual(before.map((row) => row.id));
  });

  it('evaluations about a removed person are deleted, and cannot be written again', async () => {
    const request = await agree(database, couple);
    const made = await evaluate(database, student, request, { rating: 2, comment: 'Marina atrasou' });
    await leave(teacher);
    expect(await pullOwn(database, student, 'evaluations')).toMatchObject({
      rows: [{ id: made.evaluation_id, rating: 2, comment: null }],
    });
    expect(await callAs(database, null, 'evaluations_of($1)', [teacher])).toMatchObject({ total_count: 0 });
    expect(await refusal(() => evaluate(database, student, request, { comment: 'De novo' }))).toMatchObject({
      hint: 'profile_missing',
    });
    expect(
      await database.query('select from public.user_evaluation_stats where user_id = $1', [teacher]),
    ).toEqual([]);
  });

  it('both may leave', async () => {
    const request = await agree(database, couple);
    await evaluate(database, student, request);
    await evaluate(database, teacher, request);
    await leave(student);
    await leave(teacher);
    expect(
      await database.query(
        `select count(*)::int as n from public.lesson_request_versions where id = $1 and _deleted`,
        [request],
      ),
    ).toEqual([{ n: 2 }]);
  });

  it('are removed in the same way when the team removes the account', async () => {
    const request = await agree(database, couple);
    const admin = await database.createUser({ role: 'admin' });
    await database.transaction(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: admin })]);
      await tx.query('delete from auth.users where id = $1', [student]);
    });
    expect(await statusOf(database, request)).toBe('Cancelado');
  });
});
