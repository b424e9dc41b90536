/**
 * Urgent reports are first in the queue and notify every administrator. Two students with an accepted request hide a
 * teacher who asks for money in advance, strangers never do.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import { agree, answer, ask, type Couple, cancel, createCouple, inbox } from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
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
      // The same report with an explanation is no second alarm; another reason that becomes urgent is.
      expect(await told(() => report(database, first, { ...about(reason), details: 'Mais.' }))).toEqual([
        0, 0,
      ]);
      expect(await told(() => report(database, second, about('unsafe')))).toEqual([1, 1]);
    },
  );
});

describe('money asked in advance', () => {
  it('hides the teacher after two students with an accepted request said so, until the team decides', async () => {
    const [one = '', two = '', three = ''] = students;
    await accepted(one);
    const request = await accepted(two);
    await accepted(three);
    expect(await told(() => report(database, one, about('prepayment')))).toEqual([0, 0]);
    expect(await isListed()).toBe(true);
    // An agreement that the teacher's side cancelled counts too.
    await cancel(database, couple.teacher, request);
    expect(await told(() => report(database, two, about('prepayment')))).toEqual([1, 1]);
    expect(await isListed()).toBe(false);
    expect(await inbox(database, couple.teacher)).toContainEqual(
      expect.objectContaining({ kind: 'profile.removed' }),
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
    const requests = [await accepted(one), await accepted(two)];
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
    // What was known when the team decided does not count again.
    await decide(database, admins[0] ?? '', { what: 'profile', target_id: couple.teacher, decision: 'keep' });
    await answer(database, couple.teacher, pending, 'accept');
    await from(three, couple.teacher, 'profile');
    expect(await isListed()).toBe(true);
    const four = await database.createUser({ role: 'student', name: 'Duda' });
    await from(four, await accepted(four));
    expect(await isListed()).toBe(false);
  });

  it('is never believed of strangers, however many, nor of one student twice', async () => {
    const [one = '', ...others] = students;
    await accepted(one);
    for (const person of [one, ...others, one]) await report(database, person, about('prepayment'));
    expect(await isListed()).toBe(true);
  });

  it('hides nobody by other reasons', async () => {
    for (const student of students) {
      await accepted(student);
      await report(database, student, about('spam'));
    }
    expect(await isListed()).toBe(true);
  });

  it('said by two at the same moment is counted by the later one', async () => {
    const [one = '', two = ''] = students;
    await accepted(one);
    const request = await accepted(two);
    await Promise.all([
      report(database, one, about('prepayment')),
      report(database, two, { what: 'request', target_id: request, reason: 'prepayment' }),
    ]);
    expect(await isListed()).toBe(false);
    expect(await count(database, 'public.report_decisions where target_id = $1', [couple.teacher])).toBe(1);
  });
});
