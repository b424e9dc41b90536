/** Results of evaluations: statistics, pending evaluations, the author's own replica. */
import { describe, expect, it } from 'vitest';
import { sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import {
  agree,
  type Couple,
  cancel,
  createCouple,
  evaluate,
  lessonWorld,
  pullOwn,
  release,
  statusOf,
  unseal,
} from './lesson-steps.ts';
import { addLesson } from './settled-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

async function statistics(person: string) {
  const [row] = await database.query(
    `select s.average_rating::float as average, s.total_evaluations as total, l.rating_average::float as listed_average,
       l.rating_count as listed from public.user_evaluation_stats s
     left join public.teacher_listings l on l.id = s.user_id and not l._deleted where s.user_id = $1`,
    [person],
  );
  return row;
}

describe('statistics', () => {
  it('follow every evaluation and every change of one, with the listing', async () => {
    await evaluate(database, student, request, { rating: 5 });
    const second = await createCouple(database);
    const open = await agree(database, { ...couple, student: second.student });
    await evaluate(database, second.student, open, { rating: 2 });
    expect(await statistics(teacher)).toBeUndefined();
    await unseal(database);
    expect(await statistics(teacher)).toEqual({ average: 3.5, total: 2, listed_average: 3.5, listed: 2 });
    await evaluate(database, second.student, open, { rating: 4 });
    expect(await statistics(teacher)).toEqual({ average: 4.5, total: 2, listed_average: 4.5, listed: 2 });
    await evaluate(database, teacher, request, { rating: 1 });
    // Both sides have written by now.
    expect(await statistics(student)).toMatchObject({ average: 1, total: 1, listed: null });
    expect(
      await database.query(
        'select five_stars, four_stars, three_stars, two_stars, one_star from public.user_evaluation_stats where user_id = $1',
        [teacher],
      ),
    ).toEqual([{ five_stars: 1, four_stars: 1, three_stars: 0, two_stars: 0, one_star: 0 }]);
  });

  it('keep earlier totals, and a changed comment does not send the listing again', async () => {
    await database.query('insert into public.user_evaluation_stats (user_id, five_stars) values ($1, 9)', [
      teacher,
    ]);
    await evaluate(database, student, request, { rating: 5, comment: 'Ótima' });
    await unseal(database);
    expect(await statistics(teacher)).toMatchObject({ total: 10, listed: 10 });
    const version = () => database.query('select _xid from public.teacher_listings where id = $1', [teacher]);
    const before = await version();
    await evaluate(database, student, request, { rating: 5, comment: 'Ótima mesmo' });
    expect(await version()).toEqual(before);
  });

  it('show the month of the last evaluation and not the minute', async () => {
    await evaluate(database, student, request, { is_anonymous: true });
    await release(database);
    const [row] = await database.query(
      `select s.last_evaluation_date = date_trunc('month', e.created_at at time zone 'America/Sao_Paulo')
         at time zone 'America/Sao_Paulo' as month
       from public.user_evaluation_stats s join public.lesson_evaluations e on e.evaluated_id = s.user_id
       where s.user_id = $1`,
      [teacher],
    );
    expect(row).toEqual({ month: true });
  });

  it('[B182] have their columns', async () => {
    const rows = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'user_evaluation_stats'`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'user_id',
        'average_rating',
        'total_evaluations',
        'five_stars',
        'four_stars',
        'three_stars',
        'two_stars',
        'one_star',
        'last_evaluation_date',
      ]),
    );
    await evaluate(database, student, request, { rating: 3 });
    await unseal(database);
    expect(await statistics(teacher)).toMatchObject({ average: 3, total: 1 });
    await evaluate(database, student, request, { rating: 4 });
    expect(await statistics(teacher)).toMatchObject({ average: 4, total: 1 });
  });
});

describe('pending evaluations', () => {
  const pending = (person: string | null) =>
    database.as(person === null ? 'anon' : 'authenticated', person, (tx) =>
      tx.query<Record<string, unknown>>('select * from public.pending_evaluations'),
    );

  it('are the accepted requests that were not evaluated, for each side on its own', async () => {
    expect(await pending(student)).toMatchObject([
      {
        lesson_request_id: request,
        evaluator_id: student,
        evaluated_id: teacher,
        evaluated_name: 'Marina Couto',
        evaluated_image_url: null,
        style: 'Forró',
      },
    ]);
    await evaluate(database, student, request);
    expect(await pending(student)).toEqual([]);
    expect(await pending(teacher)).toMatchObject([{ evaluated_name: 'Camila Duarte' }]);
    await addLesson(database, request, 'held');
    const [invited] = await pending(teacher);
    expect(Date.parse(String(invited?.invited_at))).toBeLessThan(Date.now());
  });

  it('leave when the request is cancelled before its first lesson', async () => {
    await cancel(database, student, request);
    expect(await pending(teacher)).toEqual([]);
  });

  it('[D115] have their columns', async () => {
    const rows = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'pending_evaluations'`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'lesson_request_id',
      'evaluator_id',
      'evaluated_id',
      'evaluated_name',
      'evaluated_image_url',
      'dance_style_id',
      'style',
      'request_date',
      'invited_at',
    ]);
  });

  it('are read by id for oneself only: others get "Usuário não autorizado"', async () => {
    const of = (person: string | null, whose: string | null) =>
      database.as(person === null ? 'anon' : 'authenticated', person, (tx) =>
        tx.query<{ lesson_request_id: string }>('select * from public.pending_evaluations_of($1)', [whose]),
      );
    expect(await of(student, student)).toMatchObject([{ lesson_request_id: request }]);
    const admin = await database.createUser({ role: 'admin' });
    for (const [person, whose] of [
      [teacher, student],
      [admin, student],
      [student, null],
    ] as const) {
      const failing = of(person, whose);
      await expect(failing).rejects.toMatchObject({
        message: expect.stringContaining('Usuário não autorizado'),
        code: '42501',
      });
    }
    expect(await sqlState(() => of(null, student))).toBe('42501');
  });
});

describe('the author’s phones', () => {
  it('pull the author’s evaluations, and each change; other phones do not', async () => {
    const made = await evaluate(database, student, request, {
      rating: 4,
      comment: 'Boa',
      is_anonymous: true,
    });
    const page = await pullOwn(database, student, 'evaluations');
    expect(page).toMatchObject({
      user_id: student,
      total: 1,
      rows: [
        {
          id: made.evaluation_id,
          lesson_request_id: request,
          evaluated_id: teacher,
          rating: 4,
          comment: 'Boa',
          is_anonymous: true,
          _xid: made.version,
        },
      ],
    });
    expect(Object.keys(page.rows[0] ?? {})).not.toContain('public_id');
    expect((await pullOwn(database, teacher, 'evaluations')).rows).toEqual([]);
    const changed = await evaluate(database, student, request, { rating: 3 });
    expect((await pullOwn(database, student, 'evaluations', page.checkpoint)).rows).toMatchObject([
      { rating: 3, _xid: changed.version },
    ]);
    expect(await callAs(database, student, 'visible_ids_evaluations()')).toMatchObject({
      user_id: student,
      ids: [made.evaluation_id],
    });
    expect(await callAs(database, teacher, 'visible_ids_evaluations()')).toMatchObject({ ids: [] });
    expect(await statusOf(database, request)).toBe('Aceito');
  });
});
