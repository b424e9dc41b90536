/**
 * Urgent reports are first in the queue and notify every administrator. Two students with a history hide a teacher who
 * asks for money in advance, accounts of today never do.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  createCouple,
  evaluate,
  inbox,
  release,
} from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { addLesson } from '../lessons/settled-steps.ts';
import { auditOf, decide, list } from './admin-steps.ts';

let database: TestDatabase;
let admins: string[];
let couple: Couple;
let students: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  admins = await Promise.all(['Uma', 'Outra'].map((name) => database.createUser({ role: 'admin', name })));
});
afterAll(() => database.close());
beforeEach(async () => {
  couple = await createCouple(database);
  students = await Promise.all(
    ['Ana', 'Bia', 'Caio'].map((name) => database.createUser({ role: 'student', name })),
  );
});

const urgent = async (person: string) =>
  (await inbox(database, person)).filter(({ kind }) => kind === 'report.urgent').length;
const told = async (work: () => Promise<unknown>): Promise<number[]> => {
  const before = await Promise.all(admins.map(urgent));
  await work();
  const after = await Promise.all(admins.map(urgent));
  return after.map((many, place) => many - (before[place] ?? 0));
};
const about = (reason: string) => ({ what: 'profile', target_id: couple.teacher, reason });
const isListed = async () =>
  (await count(database, 'public.teacher_listings where id = $1 and not _deleted', [couple.teacher])) === 1;
const accepted = (student: string) => agree(database, { ...couple, student });
/** An account of eight days, and a lesson with the teacher that took place. Resolves to the request. */
const taught = async (student: string) => {
  const request = await accepted(student);
  await database.query(`update auth.users set created_at = now() - interval '8 days' where id = $1`, [
    student,
  ]);
  await addLesson(database, request, 'held');
  return request;
};
const openReports = async () =>
  (
    await list(database, admins[0] ?? '', 'reports', {
      filter: { target_id: couple.teacher, status: 'open' },
    })
  ).rows;

describe('an urgent report', () => {
  it.each(['unsafe', 'minor'])(
    '%s notifies every administrator once, and is first in the queue',
    async (reason) => {
      const [first = '', second = ''] = students;
      expect(await told(() => report(database, first, about(reason)))).toEqual([1, 1]);
      expect(await told(() => report(database, second, about('spam')))).toEqual([0, 0]);
      const { rows } = await list(database, admins[0] ?? '', 'reports', {
        filter: { target_id: couple.teacher, status: 'open' },
      });
      expect(rows).toMatchObject([
        { reason, is_urgent: true },
        { reason: 'spam', is_urgent: false },
      ]);
      // The same report with an explanation is no second alarm, nor is the same subject by somebody else.
      expect(await told(() => report(database, first, { ...about(reason), details: 'Mais.' }))).toEqual([
        0, 0,
      ]);
      expect(await told(() => report(database, second, about('unsafe')))).toEqual([0, 0]);
    },
  );

  it('that is turned sixty times tells once, until the team has decided', async () => {
    const [one = '', two = ''] = students;
    const turn = async () => {
      for (let n = 0; n < 60; n++)
        await report(database, one, about(['unsafe', 'spam', 'minor'][n % 3] ?? ''));
    };
    expect(await told(turn)).toEqual([1, 1]);
    await decide(database, admins[0] ?? '', { what: 'profile', target_id: couple.teacher, decision: 'keep' });
    expect(await told(() => report(database, two, about('unsafe')))).toEqual([1, 1]);
  });

  it('leaves the top of the list when it is decided', async () => {
    const [one = '', two = ''] = students;
    const other = await createCouple(database);
    await report(database, one, about('unsafe'));
    await report(database, two, { what: 'profile', target_id: other.teacher, reason: 'spam' });
    await decide(database, admins[0] ?? '', { what: 'profile', target_id: couple.teacher, decision: 'keep' });
    const { rows } = await list(database, admins[0] ?? '', 'reports', {});
    const place = (target: string) => rows.findIndex((row) => row.target_id === target);
    expect(place(other.teacher)).toBeLessThan(place(couple.teacher));
  });
});

describe('money asked in advance', () => {
  it('hides the teacher after two students with a history said so, until the team decides', async () => {
    const [one = '', two = '', three = ''] = students;
    await taught(one);
    const request = await taught(two);
    await taught(three);
    expect(await told(() => report(database, one, about('prepayment')))).toEqual([0, 0]);
    expect(await isListed()).toBe(true);
    // An agreement that the teacher's side cancelled counts too.
    await cancel(database, couple.teacher, request);
    expect(await told(() => report(database, two, about('prepayment')))).toEqual([1, 1]);
    expect(await isListed()).toBe(false);
    expect(await inbox(database, couple.teacher)).toContainEqual(
      expect.objectContaining({
        kind: 'profile.removed',
        body: expect.stringMatching(/escondido automaticamente.*Para responder, abra seu perfil/),
        url: '/teacher/profile',
      }),
    );
    expect(
      await database.query(`select decision, decided_by from public.report_decisions where target_id = $1`, [
        couple.teacher,
      ]),
    ).toEqual([{ decision: 'remove', decided_by: null }]);
    const { rows } = await list(database, admins[0] ?? '', 'reports', {
      filter: { target_id: couple.teacher, status: 'open' },
    });
    expect(rows).toMatchObject([
      { decision: { decision: 'remove', decided_by: null } },
      { decision: { decision: 'remove', decided_by: null } },
    ]);

    // In the audit like what the team does, by nobody.
    expect(await auditOf(database, admins[0] ?? '', couple.teacher)).toMatchObject([
      {
        actor: null,
        is_rule: true,
        table_name: 'teachers',
        before: { is_active: true },
        after: { is_active: false },
        label: expect.any(String),
      },
    ]);
    expect(JSON.stringify(await callAs(database, couple.teacher, 'my_data()'))).toContain('is_active');

    await decide(database, admins[0] ?? '', { what: 'profile', target_id: couple.teacher, decision: 'keep' });
    expect(await isListed()).toBe(true);
    // The reports that the team has decided count no more.
    await report(database, three, about('prepayment'));
    expect(await isListed()).toBe(true);
  });

  it('counts the same from a request, once for each student, and only of the two students’ own requests', async () => {
    const [one = '', two = '', three = ''] = students;
    const requests = [await taught(one), await taught(two)];
    const pending = await ask(database, { ...couple, student: three });
    const from = (person: string, target_id: string | undefined, what = 'request') =>
      report(database, person, { what, target_id, reason: 'prepayment' });
    // One student in two ways, one whose request is not accepted, and the teacher about a student.
    await from(one, requests[0]);
    await from(one, couple.teacher, 'profile');
    await from(three, pending);
    await from(couple.teacher, requests[1]);
    expect(await refusal(() => from(three, requests[1]))).toMatchObject({ hint: 'target_unknown' });
    expect(await isListed()).toBe(true);
    await from(two, requests[1]);
    expect(await isListed()).toBe(false);
    // Reports from before the team's decision do not count again.
    await decide(database, admins[0] ?? '', { what: 'profile', target_id: couple.teacher, decision: 'keep' });
    await answer(database, couple.teacher, pending, 'accept');
    await database.query(`update auth.users set created_at = now() - interval '8 days' where id = $1`, [
      three,
    ]);
    await addLesson(database, pending, 'held');
    await from(three, couple.teacher, 'profile');
    expect(await isListed()).toBe(true);
    const four = await database.createUser({ role: 'student', name: 'Duda' });
    await from(four, await taught(four));
    expect(await isListed()).toBe(false);
  });

  it('is never believed of strangers, however many, nor of one student twice', async () => {
    const [one = '', ...others] = students;
    await taught(one);
    for (const person of [one, ...others, one]) await report(database, person, about('prepayment'));
    expect(await isListed()).toBe(true);
  });

  it('needs more than an accepted request, and more than an account of today; then it is at the top of the list', async () => {
    const [one = '', two = '', three = ''] = students;
    for (const student of [one, two]) {
      await accepted(student);
      await database.query(`update auth.users set created_at = now() - interval '8 days' where id = $1`, [
        student,
      ]);
    }
    await addLesson(database, await accepted(three), 'held');
    await report(database, await database.createUser({ role: 'student' }), about('spam'));
    for (const student of students) {
      expect(await told(() => report(database, student, about('prepayment')))).toEqual([0, 0]);
    }
    expect(await isListed()).toBe(true);
    expect((await openReports()).map(({ reason }) => reason)).toEqual([
      ...['prepayment', 'prepayment', 'prepayment'],
      'spam',
    ]);
  });

  it('counts an evaluation that is read, without a recorded lesson', async () => {
    const [one = '', two = ''] = students;
    await taught(one);
    await evaluate(database, two, await accepted(two), { rating: 1 });
    await release(database);
    await database.query(`update auth.users set created_at = now() - interval '8 days' where id = $1`, [two]);
    for (const student of [one, two]) await report(database, student, about('prepayment'));
    expect(await isListed()).toBe(false);
  });

  it('hides nobody by other reasons', async () => {
    for (const student of students) {
      await taught(student);
      await report(database, student, about('spam'));
    }
    expect(await isListed()).toBe(true);
  });

  it('said by two at the same moment is counted by the later one', async () => {
    const [one = '', two = ''] = students;
    await taught(one);
    const request = await taught(two);
    await Promise.all([
      report(database, one, about('prepayment')),
      report(database, two, { what: 'request', target_id: request, reason: 'prepayment' }),
    ]);
    expect(await isListed()).toBe(false);
    expect(await count(database, 'public.report_decisions where target_id = $1', [couple.teacher])).toBe(1);
  });
});
