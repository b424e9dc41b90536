/** Acts of the team on teachers: approve, remove, feature, look at. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import { agree, createCouple, evaluate, inbox, unseal } from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { list, setTeachers } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let waiting: string;
let shown: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  waiting = await database.createUser({ role: 'teacher', name: 'Quem Espera', isActive: false });
  shown = await database.createUser({ role: 'teacher', name: 'Quem Aparece' });
});

const isListed = async (id: string) =>
  (await count(database, 'public.teacher_listings where id = $1 and not _deleted', [id])) === 1;
const stateOf = async (id: string) => {
  const [row] = await database.query<{ is_active: boolean; is_featured: boolean; approved: boolean }>(
    'select is_active, is_featured, approved_at is not null as approved from public.teachers where id = $1',
    [id],
  );
  return row;
};

describe('setting teachers', () => {
  it('[T017] approves: the teacher is listed, dated and notified; deactivating undoes that', async () => {
    const answer = await setTeachers(database, admin, [{ id: waiting, is_active: true }]);
    expect(answer).toMatchObject({
      changed: 1,
      rows: [
        {
          id: waiting,
          name: 'Quem Espera',
          outcome: 'changed',
          is_active: true,
          approved_at: expect.any(String),
        },
      ],
      undo: [{ id: waiting, is_active: false, is_featured: false, approved_at: null }],
    });
    expect(await isListed(waiting)).toBe(true);
    expect(await inbox(database, waiting)).toMatchObject([{ kind: 'teacher.approved' }]);
    await setTeachers(database, admin, [{ id: waiting, is_active: false }]);
    expect(await isListed(waiting)).toBe(false);
    expect(await stateOf(waiting)).toEqual({ is_active: false, is_featured: false, approved: true });
  });

  it('is undone by its own answer, notification included', async () => {
    const done = await setTeachers(database, admin, [
      { id: waiting, is_active: true },
      { id: shown, is_active: false, is_featured: true },
    ]);
    expect([await isListed(waiting), await isListed(shown)]).toEqual([true, false]);
    expect((await setTeachers(database, admin, done.undo)).changed).toBe(2);
    expect([await isListed(waiting), await isListed(shown)]).toEqual([false, true]);
    expect(await stateOf(waiting)).toEqual({ is_active: false, is_featured: false, approved: false });
    expect(await stateOf(shown)).toEqual({ is_active: true, is_featured: false, approved: true });
    expect(await inbox(database, waiting)).toEqual([]);
    expect(
      (await list(database, admin, 'teachers', { filter: { state: 'pending', search: 'espera' } })).rows,
    ).toContainEqual(expect.objectContaining({ id: waiting }));
  });

  it('counts once however often it arrives, and reports unchanged teachers', async () => {
    const command = randomUUID();
    const changes = [
      { id: waiting, is_active: true },
      { id: shown, is_active: true },
    ];
    const first = await setTeachers(database, admin, changes, command);
    expect(first.rows.map((row) => row.outcome)).toEqual(['changed', 'same']);
    expect(first.undo).toHaveLength(1);
    expect(await setTeachers(database, admin, changes, command)).toEqual(first);
    expect(await inbox(database, waiting)).toHaveLength(1);
    expect(await refusal(() => setTeachers(database, admin, changes.slice(1), command))).toMatchObject({
      code: 'PT409',
    });
    const [logged] = await database.query<{ result: unknown }>(
      'select result from public.command_log where id = $1',
      [command],
    );
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${waiting}|Espera`));
  });

  it('does all or nothing', async () => {
    const nobody = randomUUID();
    expect(
      await refusal(() =>
        setTeachers(database, admin, [
          { id: waiting, is_active: true },
          { id: nobody, is_active: true },
        ]),
      ),
    ).toEqual({ code: 'PT404', hint: 'teacher_unknown', detail: nobody });
    expect(await isListed(waiting)).toBe(false);
  });

  it.each([
    [[], 'changes'],
    [{}, 'changes'],
    ['x', 'changes'],
    [['x'], 'changes'],
    [[{ is_active: true }], 'id'],
    [[{ id: 'x' }], 'id'],
    [[{ id: randomUUID(), is_active: 'yes' }], 'is_active'],
    [[{ id: randomUUID(), role: 'admin' }], 'role'],
    [[{ id: randomUUID(), is_active: true, approved_at: null }], 'approved_at'],
    [[{ id: randomUUID(), approved_at: 'ontem' }], 'approved_at'],
  ])('refuses %j', async (changes, detail) => {
    expect(await refusal(() => setTeachers(database, admin, changes))).toEqual({
      code: '22023',
      hint: 'invalid_value',
      detail,
    });
  });

  it('accepts a teacher once, and 500 at most', async () => {
    const twice = [
      { id: shown, is_active: false },
      { id: shown, is_active: true },
    ];
    expect(await refusal(() => setTeachers(database, admin, twice))).toMatchObject({ hint: 'invalid_value' });
    const many = Array.from({ length: 501 }, () => ({ id: randomUUID(), is_active: true }));
    expect(await refusal(() => setTeachers(database, admin, many))).toMatchObject({ hint: 'invalid_value' });
  });

  it('is for administrators: not for the teacher, not for others', async () => {
    const student = await database.createUser({ role: 'student' });
    for (const person of [waiting, shown, student]) {
      expect(
        await refusal(() => setTeachers(database, person, [{ id: waiting, is_active: true }])),
      ).toMatchObject({ code: '42501', hint: 'admin_only' });
    }
    expect(await refusal(() => setTeachers(database, null, []))).toMatchObject({ code: '42501' });
    expect(await stateOf(waiting)).toMatchObject({ is_active: false });
  });
});

describe('one teacher', () => {
  it('is shown whole: profile, requests by state, evaluations, reports, what the team did', async () => {
    const couple = await createCouple(database);
    const request = await agree(database, couple);
    await evaluate(database, couple.student, request, { comment: 'Muito boa aula' });
    await unseal(database);
    await report(database, couple.student, { target_id: couple.teacher });
    await setTeachers(database, admin, [{ id: couple.teacher, is_featured: true }]);
    expect(await callAs(database, admin, 'admin_teacher($1)', [couple.teacher])).toMatchObject({
      teacher: {
        id: couple.teacher,
        name: 'Marina Couto',
        state: 'active',
        is_featured: true,
        rating_count: 1,
      },
      profile: { modalidades_aula: ['particular'], stars: { five_stars: 1 }, support: null },
      checks: [{ kind: 'identity', outcome: 'passed', note: null }],
      requests: {
        total: 1,
        Aceito: 1,
        Pendente: 0,
        rows: [{ id: request, student: { name: 'Camila Duarte' } }],
      },
      evaluations: { total: 1, rows: [{ comment: 'Muito boa aula' }] },
      reports: 1,
      history: [{ table_name: 'teachers', after: { is_featured: true }, actor: { id: admin } }],
    });
  });

  it('is shown while inactive, and is not found when there is no such teacher', async () => {
    expect(await callAs(database, admin, 'admin_teacher($1)', [waiting])).toMatchObject({
      teacher: { state: 'pending' },
    });
    expect(await callAs(database, admin, 'admin_teacher($1)', [admin])).toBeNull();
    expect(await refusal(() => callAs(database, shown, 'admin_teacher($1)', [waiting]))).toMatchObject({
      hint: 'admin_only',
    });
  });
});
