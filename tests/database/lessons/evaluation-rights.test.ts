/**
 * The right to evaluate, whatever the other side does and whenever; and the seal, in everything that the other side can
 * read.
 */
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import { estimates, readAll } from '../support/readings.ts';
import {
  agree,
  type Couple,
  cancel,
  evaluate,
  lessonWorld,
  pullOwn,
  statusOf,
  unseal,
} from './lesson-steps.ts';
import { block, endBlocks } from './mark-steps.ts';
import { addBegunLesson, addLesson, settle } from './settled-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

const received = async (person: string) =>
  (
    await callAs<{ evaluations: { comment: string | null }[] }>(database, person, 'evaluations_of($1)', [
      person,
    ])
  ).evaluations.map(({ comment }) => comment);

type Side = 'student' | 'teacher';
const MOMENTS: Record<string, { settled: boolean; reach?: () => Promise<unknown> }> = {
  'on the day of the acceptance': { settled: false },
  'after the first lesson': { settled: true, reach: () => addLesson(database, request, 'held') },
  'after a missed lesson': { settled: true, reach: () => addLesson(database, request, 'missed') },
  'after the time of an agreed lesson, of which nothing was said': {
    settled: true,
    reach: () => addBegunLesson(database, request),
  },
  'seven days after the acceptance': { settled: true, reach: () => settle(database, request) },
};
const personOf = (side: Side) => (side === 'student' ? student : teacher);
const ACTS: Record<
  string,
  { by: Side[]; undoes?: true; removes?: true; act: (by: Side) => Promise<unknown> }
> = {
  'cancels or ends the lessons': {
    by: ['student', 'teacher'],
    undoes: true,
    act: (by) => cancel(database, personOf(by), request),
  },
  'blocks the author': {
    by: ['student', 'teacher'],
    undoes: true,
    act: async (by) => {
      await block(database, personOf(by), personOf(by === 'student' ? 'teacher' : 'student'));
      await endBlocks(database);
    },
  },
  'ends them and then blocks the author': {
    by: ['student', 'teacher'],
    undoes: true,
    act: async (by) => {
      await cancel(database, personOf(by), request);
      await block(database, personOf(by), personOf(by === 'student' ? 'teacher' : 'student'));
    },
  },
  pauses: {
    by: ['teacher'],
    act: () => database.query('update public.teachers set is_paused = true where id = $1', [teacher]),
  },
  'is taken off by the team': {
    by: ['teacher'],
    act: () => database.query('update public.teachers set is_active = false where id = $1', [teacher]),
  },
  'deletes the account': {
    by: ['student', 'teacher'],
    undoes: true,
    removes: true,
    act: (by) => deleteAccount(database, personOf(by)),
  },
};

describe('the right to evaluate', () => {
  const cases = Object.keys(ACTS).flatMap((act) =>
    (ACTS[act]?.by ?? []).flatMap((by) =>
      Object.keys(MOMENTS).flatMap((moment) =>
        (['used', 'not used'] as const).map((use) => ({ act, by, moment, use })),
      ),
    ),
  );
  it.each(cases)('$use before the $by $act, $moment', async ({ act, by, moment, use }) => {
    const { settled, reach } = MOMENTS[moment] ?? { settled: false };
    const { undoes = false, removes = false, act: doIt } = ACTS[act] ?? { act: () => Promise.reject() };
    const author = personOf(by === 'student' ? 'teacher' : 'student');
    const other = personOf(by);
    await reach?.();
    if (use === 'used') await evaluate(database, author, request, { rating: 3, comment: 'Antes' });
    await doIt(by);

    expect(await statusOf(database, request)).toBe((undoes && !settled) || removes ? 'Cancelado' : 'Aceito');
    const now = () => evaluate(database, author, request, { rating: 2, comment: 'Depois' });
    if (removes) {
      // Of a person who has left nothing is left to evaluate.
      expect(await refusal(now)).toMatchObject({ hint: 'profile_missing' });
      return;
    }
    if (use === 'not used' && undoes && !settled) {
      expect(await refusal(now)).toMatchObject({ hint: 'request_not_accepted' });
      return;
    }
    await now();
    expect((await pullOwn(database, author, 'evaluations')).rows).toMatchObject([{ comment: 'Depois' }]);
    expect(await received(other)).toEqual([]);
    await unseal(database);
    expect(await received(other)).toEqual(['Depois']);
  });
});

describe('the seal', () => {
  /** Everything that a person can read, by each way, without the counter of all transactions and the time of an export. */
  const readable = async (person: string | null) => {
    const reading = {
      all: await readAll(database, person, [student, teacher]),
      estimates: await estimates(database, person, [student, teacher]),
      pushes: await database.query('select * from public.push_queue where user_id = $1', [person]),
    };
    const moving = new Set(['horizon', 'ceiling', 'generated_at']);
    return Object.fromEntries(
      Object.entries({ ...reading.all, ...reading.estimates, pushes: reading.pushes }).map(([name, read]) => [
        name,
        JSON.stringify(read, (key, inner) => (moving.has(key) ? undefined : inner)),
      ]),
    );
  };

  it.each([
    ['student', false],
    ['student', true],
    ['teacher', false],
    ['teacher', true],
  ] as const)(
    'of a %s’s evaluation (anonymous: %s) shows in nothing that the other side, a visitor or another teacher reads',
    async (side, anonymous) => {
      await addLesson(database, request, 'held');
      const [author, other] = side === 'student' ? [student, teacher] : [teacher, student];
      // A teacher with an open request of the same student, who reads the student's summary.
      const third = await database.createUser({ role: 'teacher', name: 'Outra', styleIds: [couple.style] });
      await agree(database, { ...couple, teacher: third });
      const readers = [other, null, third];
      const before = await Promise.all(readers.map(readable));
      expect(Object.keys(before[0] ?? {})).toEqual(
        expect.arrayContaining([
          'pull_lesson_requests',
          'pull_notifications',
          'my_data',
          'public_evaluations',
        ]),
      );
      const write = (comment: string) =>
        evaluate(database, author, request, { rating: 2, comment, is_anonymous: anonymous });
      await write('Selada');
      await write('Selada e mudada');
      await database.query('select public.tidy_up()');
      expect(await Promise.all(readers.map(readable))).toEqual(before);
      // The same comparison notices the evaluation once it is public.
      await database.query(`select app.release_evaluations('2100-01-01')`);
      expect(await readable(other)).not.toEqual(before[0]);
    },
  );
});
