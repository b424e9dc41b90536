/** Evaluations: who may write one, of whom, what it may say, and repetition. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sqlState, type TestDatabase } from '../../support/database.ts';
import { count, refusal } from '../accounts/account-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  createCouple,
  evaluate,
  lessonWorld,
  unseal,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

const stored = (person = student) =>
  database.query<{
    id: string;
    evaluated_id: string;
    rating: number;
    comment: string | null;
    is_anonymous: boolean;
    public_id: string;
  }>('select * from public.lesson_evaluations where evaluator_id = $1', [person]);

describe('an evaluation', () => {
  it('is about the other person, whichever side writes it', async () => {
    await evaluate(database, student, request, { rating: 4 });
    await evaluate(database, teacher, request, { rating: 3 });
    expect(await stored(student)).toMatchObject([{ evaluated_id: teacher, rating: 4 }]);
    expect(await stored(teacher)).toMatchObject([{ evaluated_id: student, rating: 3 }]);
    for (const evaluated of [student, randomUUID()]) {
      const third = await createCouple(database);
      const insert = `insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating)
        values ($1, $2, $3, 5)`;
      const open = await agree(database, { ...third, student });
      expect(
        await sqlState(() =>
          database.as('authenticated', student, (tx) => tx.query(insert, [open, student, evaluated])),
        ),
      ).toBe('42501');
    }
  });

  it.each(['Pendente', 'Recusado', 'Cancelado'])(
    'needs an accepted request, not one that is %s',
    async (state) => {
      const other = await createCouple(database);
      const open = await ask(database, other);
      if (state === 'Recusado') await answer(database, other.teacher, open, 'decline');
      if (state === 'Cancelado') await cancel(database, other.student, open);
      for (const person of [other.student, other.teacher]) {
        expect(await refusal(() => evaluate(database, person, open))).toEqual({
          code: 'PT409',
          hint: 'request_not_accepted',
          detail: state,
        });
      }
      expect(await stored(other.student)).toEqual([]);
    },
  );

  it('is for the two people of the request; others learn nothing about it', async () => {
    const admin = await database.createUser({ role: 'admin' });
    const stranger = await createCouple(database);
    for (const person of [admin, stranger.student, stranger.teacher]) {
      for (const id of [request, randomUUID()]) {
        expect(await refusal(() => evaluate(database, person, id))).toEqual({
          code: '42501',
          hint: 'not_a_party',
          detail: '',
        });
      }
    }
    expect(await refusal(() => evaluate(database, null, request))).toMatchObject({ code: '42501' });
  });

  it.each([
    ['rating', 0],
    ['rating', 6],
    ['rating', 4.5],
    ['rating', '5'],
    ['rating', null],
    ['comment', 'a'.repeat(1001)],
    ['comment', 'a\u0000b'.replace('\u0000', '\u0008')],
    ['comment', 5],
    ['is_anonymous', 'sim'],
    ['id', null],
    ['lesson_request_id', 'x'],
    ['evaluated_id', '00000000-0000-4000-8000-000000000001'],
    ['evaluator_id', '00000000-0000-4000-8000-000000000001'],
  ])('is refused with %s = %j', async (field, value) => {
    expect(await refusal(() => evaluate(database, student, request, { [field]: value }))).toMatchObject({
      code: '22023',
      hint: 'invalid_value',
    });
    expect(await stored()).toEqual([]);
  });

  it('has a comment of 1,000 characters, or none', async () => {
    await evaluate(database, student, request, { rating: 1, comment: 'é'.repeat(1000) });
    expect(await stored()).toMatchObject([{ rating: 1, comment: 'é'.repeat(1000) }]);
    await evaluate(database, student, request, { comment: '  ' });
    expect(await stored()).toMatchObject([{ comment: null }]);
  });

  it('can be changed by its author, also after the request has ended, and stays one', async () => {
    const made = await evaluate(database, student, request, { rating: 2, comment: 'Atrasou' });
    await cancel(database, teacher, request);
    const changed = await evaluate(database, student, request, { rating: 4, comment: 'Foi só uma vez' });
    expect(made.created).toBe(true);
    expect(changed).toMatchObject({ created: false, evaluation_id: made.evaluation_id });
    expect(changed.version).toBeGreaterThan(made.version);
    expect(await stored()).toMatchObject([{ id: made.evaluation_id, rating: 4, comment: 'Foi só uma vez' }]);
  });

  it('with an id that is taken is refused', async () => {
    const { evaluation_id: id } = await evaluate(database, student, request);
    expect(await refusal(() => evaluate(database, teacher, request, { id }))).toMatchObject({
      code: 'PT409',
      hint: 'evaluation_exists',
    });
  });

  it('cannot be changed or taken over by the evaluated person, others or admins', async () => {
    await evaluate(database, student, request, { rating: 2 });
    const admin = await database.createUser({ role: 'admin' });
    for (const person of [teacher, admin]) {
      const touched = await database.as('authenticated', person, (tx) =>
        tx.query('update public.lesson_evaluations set rating = 5 where true returning 1'),
      );
      expect(touched).toEqual([]);
    }
    for (const column of ['evaluator_id', 'evaluated_id', 'lesson_request_id', 'created_at', 'public_id']) {
      expect(
        await sqlState(() =>
          database.as('authenticated', student, (tx) =>
            tx.query(`update public.lesson_evaluations set ${column} = ${column} where true`),
          ),
        ),
      ).toBe('42501');
    }
    // A role with privileges on every column is held to the rules all the same.
    expect(
      await sqlState(() =>
        database.query(
          'update public.lesson_evaluations set evaluated_id = gen_random_uuid() where evaluator_id = $1',
          [student],
        ),
      ),
    ).toBe('23514');
  });
});

describe('the command', () => {
  it('repeated gives the same answer and counts once, and does not undo a later change', async () => {
    const command = randomUUID();
    const content = { id: randomUUID(), rating: 2 };
    const first = await evaluate(database, student, request, content, command);
    await evaluate(database, student, request, { rating: 5 });
    expect(await evaluate(database, student, request, content, command)).toEqual(first);
    expect(await stored()).toMatchObject([{ rating: 5 }]);
    await unseal(database);
    expect(
      await count(
        database,
        'public.user_evaluation_stats where user_id = $1 and five_stars = 1 and total_evaluations = 1',
        [teacher],
      ),
    ).toBe(1);
  });

  it('of another person, or with another content, is refused', async () => {
    const command = randomUUID();
    const content = { id: randomUUID(), rating: 2 };
    await evaluate(database, student, request, content, command);
    expect(await refusal(() => evaluate(database, teacher, request, content, command))).toMatchObject({
      code: 'PT409',
    });
    expect(
      await refusal(() => evaluate(database, student, request, { ...content, rating: 5 }, command)),
    ).toMatchObject({ code: 'PT409' });
    expect(await stored()).toMatchObject([{ rating: 2 }]);
  });

  it('that was refused leaves no trace', async () => {
    const command = randomUUID();
    await refusal(() => evaluate(database, student, request, { rating: 9 }, command));
    expect(await count(database, 'public.command_log where id = $1', [command])).toBe(0);
    expect(await evaluate(database, student, request, {}, command)).toMatchObject({ created: true });
  });
});

it('[B180] an evaluation has its columns, [B181] and is not anonymous unless it says so', async () => {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'lesson_evaluations'`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'id',
      'lesson_request_id',
      'evaluator_id',
      'evaluated_id',
      'rating',
      'comment',
      'is_anonymous',
      'created_at',
      'updated_at',
    ]),
  );
  const inserted = await database.query(
    `insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating)
     values ($1, $2, $3, 5) returning is_anonymous`,
    [request, student, teacher],
  );
  expect(inserted).toEqual([{ is_anonymous: false }]);
});
