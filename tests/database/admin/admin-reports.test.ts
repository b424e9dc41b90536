/**
 * Decisions on reports: content is kept or removed, its people are told, and the reporter or an
 * anonymous author is never revealed.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import {
  addStudents,
  agree,
  type Couple,
  createCouple,
  evaluate,
  inbox,
  release,
  unseal,
} from '../lessons/lesson-steps.ts';
import { report } from '../lessons/mark-steps.ts';
import { decide, list } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let couple: Couple;
let reporter: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  couple = await createCouple(database);
  reporter = await database.createUser({ role: 'student', name: 'Quem Denuncia' });
});

const queue = async (filter: object) =>
  (await list(database, admin, 'reports', { filter: { ...filter } })).rows;
const kinds = async (person: string) => (await inbox(database, person)).map((entry) => entry.kind);

async function post(): Promise<string> {
  const id = randomUUID();
  await callAs(database, couple.student, 'create_post($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ id, text: 'Vendo ingressos falsos' }),
  ]);
  return id;
}
const isOnMural = async (id: string) =>
  (await count(database, `public.content_items where id = $1 and not _deleted`, [id])) === 1;

describe('a reported post', () => {
  it('[T074] is in the queue with its text and reporter, and is removed with all its reports', async () => {
    const id = await post();
    for (const person of [reporter, couple.teacher]) {
      await report(database, person, { what: 'post', target_id: id, reason: 'spam' });
    }
    expect(await queue({ status: 'open', what: 'post', target_id: id })).toMatchObject([
      { open: 2, target: { text: 'Vendo ingressos falsos', author: { id: couple.student } }, decision: null },
      { open: 2 },
    ]);
    const command = randomUUID();
    const decision = { what: 'post', target_id: id, decision: 'remove', reason: 'Golpe.' };
    const answer = await decide(database, admin, decision, command);
    expect(answer).toMatchObject({
      command_id: command,
      what: 'post',
      target_id: id,
      changed: true,
      reports: 2,
    });
    expect(await decide(database, admin, decision, command)).toEqual(answer);
    expect(await isOnMural(id)).toBe(false);
    expect(await queue({ status: 'open', target_id: id })).toEqual([]);
    expect(await queue({ status: 'removed', target_id: id })).toMatchObject([
      { decision: { decision: 'remove', reason: 'Golpe.', decided_by: { id: admin } } },
      {},
    ]);
    expect(await inbox(database, couple.student)).toContainEqual(
      expect.objectContaining({ kind: 'post.removed', body: expect.stringContaining('Golpe.') }),
    );
    expect(await kinds(reporter)).toEqual(['report.decided']);
    expect(JSON.stringify(await inbox(database, couple.student))).not.toMatch(/Denuncia|Marina/);
  });

  it('comes back when the team changes its mind, but not when its author removed it', async () => {
    const id = await post();
    await decide(database, admin, { what: 'post', target_id: id, decision: 'remove' });
    expect(await decide(database, admin, { what: 'post', target_id: id, decision: 'keep' })).toMatchObject({
      changed: true,
    });
    expect(await isOnMural(id)).toBe(true);
    await callAs(database, couple.student, 'remove_post($1, $2)', [randomUUID(), id]);
    expect(await decide(database, admin, { what: 'post', target_id: id, decision: 'keep' })).toMatchObject({
      changed: false,
    });
    expect(await isOnMural(id)).toBe(false);
  });

  it('that was kept stays, and reporting it again reopens the report', async () => {
    const id = await post();
    await report(database, reporter, { what: 'post', target_id: id });
    await decide(database, admin, { what: 'post', target_id: id, decision: 'keep' });
    expect(await isOnMural(id)).toBe(true);
    expect(await queue({ status: 'kept', target_id: id })).toHaveLength(1);
    await report(database, reporter, { what: 'post', target_id: id, reason: 'offensive' });
    expect(await queue({ status: 'open', target_id: id })).toHaveLength(1);
  });
});

describe('a reported evaluation', () => {
  const publicIdOf = async (evaluation: string) => {
    const [row] = await database.query<{ id: string }>(
      'select public_id as id from public.lesson_evaluations where id = $1',
      [evaluation],
    );
    return row?.id ?? '';
  };
  const stars = async () => {
    const [row] = await database.query<{ n: number }>(
      'select total_evaluations as n from public.user_evaluation_stats where user_id = $1',
      [couple.teacher],
    );
    return row?.n;
  };
  const read = () =>
    database.as('anon', null, (tx) =>
      tx.query('select comment from public.public_evaluations where evaluated_id = $1', [couple.teacher]),
    );

  it('is hidden with its stars, from everybody but its author, and comes back', async () => {
    const request = await agree(database, couple);
    const { evaluation_id } = await evaluate(database, couple.student, request, { comment: 'Ofensa' });
    await unseal(database);
    const target_id = await publicIdOf(evaluation_id);
    await report(database, couple.teacher, { what: 'evaluation', target_id });
    await decide(database, admin, { what: 'evaluation', target_id, decision: 'remove', reason: 'Ofende.' });
    expect([await read(), await stars()]).toEqual([[], 0]);
    expect(await callAs(database, couple.student, 'my_data()')).toMatchObject({
      evaluations_written: [{ comment: 'Ofensa' }],
      decisions: [{ what: 'evaluation', decision: 'remove', reason: 'Ofende.' }],
    });
    // Neither an edit nor the nightly clean-up brings the evaluation back.
    await evaluate(database, couple.student, request, { comment: 'Outra ofensa' });
    await release(database);
    expect([await read(), await stars()]).toEqual([[], 0]);
    await decide(database, admin, { what: 'evaluation', target_id, decision: 'keep' });
    await unseal(database);
    expect([await read(), await stars()]).toEqual([[{ comment: 'Outra ofensa' }], 1]);
  });

  it('that is anonymous never reveals its author, hidden or brought back', async () => {
    await addStudents(database, couple, 2);
    const { evaluation_id } = await evaluate(database, couple.student, await agree(database, couple), {
      comment: 'Sem nome',
      is_anonymous: true,
    });
    await release(database);
    const target_id = await publicIdOf(evaluation_id);
    await report(database, couple.teacher, { what: 'evaluation', target_id });
    await decide(database, admin, { what: 'evaluation', target_id, decision: 'remove' });
    expect(await kinds(couple.student)).toContain('evaluation.removed');
    const told = JSON.stringify([
      await inbox(database, couple.teacher),
      (await callAs<{ reports: unknown }>(database, couple.teacher, 'my_data()')).reports,
      await database.as('authenticated', couple.teacher, (tx) => tx.query('select * from public.reports')),
    ]);
    expect(told).not.toContain(couple.student);
    expect(told).not.toContain(admin);
    await decide(database, admin, { what: 'evaluation', target_id, decision: 'keep' });
    await release(database);
    expect(await read()).toEqual([{ comment: 'Sem nome' }]);
  });

  it('whose author has left can be read and hidden while its text is still visible', async () => {
    const { evaluation_id } = await evaluate(database, couple.student, await agree(database, couple), {
      comment: 'Ofensa sem nome',
      is_anonymous: true,
    });
    await release(database);
    const target_id = await publicIdOf(evaluation_id);
    await database.query('delete from auth.users where id = $1', [couple.student]);
    await report(database, couple.teacher, { what: 'evaluation', target_id });
    expect(await queue({ target_id })).toMatchObject([
      { target: { evaluator: null, comment: 'Ofensa sem nome', is_anonymous: true } },
    ]);
    expect(
      await decide(database, admin, { what: 'evaluation', target_id, decision: 'remove', reason: 'Ofende.' }),
    ).toMatchObject({ changed: true, reports: 1 });
    expect([await read(), await stars()]).toEqual([[], 0]);
    // No new line is written about an account that is gone.
    expect(
      await database.query('select person_id from public.report_decisions where target_id = $1', [target_id]),
    ).toEqual([{ person_id: null }]);
  });

  it('that is anonymous and the only one comes back by the nightly clean-up, not at the moment of the decision', async () => {
    const { evaluation_id } = await evaluate(database, couple.student, await agree(database, couple), {
      comment: 'Só uma',
      is_anonymous: true,
    });
    await release(database);
    const target_id = await publicIdOf(evaluation_id);
    for (const decision of ['remove', 'keep'])
      await decide(database, admin, { what: 'evaluation', target_id, decision });
    expect(await read()).toEqual([]);
    await release(database);
    expect(await read()).toEqual([{ comment: 'Só uma' }]);
  });
});

describe('a reported profile', () => {
  const isListed = async () =>
    (await count(database, 'public.teacher_listings where id = $1 and not _deleted', [couple.teacher])) === 1;

  it('of a teacher leaves the search, stays away whatever the teacher does, and comes back', async () => {
    const about = { what: 'profile', target_id: couple.teacher };
    await report(database, reporter, about);
    await decide(database, admin, { ...about, decision: 'remove', reason: 'Perfil falso.' });
    expect(await isListed()).toBe(false);
    await callAs(database, couple.teacher, 'update_profile($1, $2::text::jsonb)', [
      randomUUID(),
      '{"is_paused": false}',
    ]);
    expect(await isListed()).toBe(false);
    expect(await kinds(couple.teacher)).toContain('profile.removed');
    await decide(database, admin, { ...about, decision: 'keep' });
    expect(await isListed()).toBe(true);
  });

  it('of a teacher comes back after two removals, and not once it is off for another reason', async () => {
    const about = { what: 'profile', target_id: couple.teacher };
    for (const decision of ['remove', 'remove', 'keep'])
      await decide(database, admin, { ...about, decision });
    expect(await isListed()).toBe(true);
    await database.query('update public.teachers set is_active = false where id = $1', [couple.teacher]);
    expect(await decide(database, admin, { ...about, decision: 'keep' })).toMatchObject({ changed: false });
    expect(await isListed()).toBe(false);
  });

  it('of a hidden teacher is not listed by keeping it', async () => {
    const waiting = await database.createUser({ role: 'teacher', name: 'Quem Espera', isActive: false });
    const about = { what: 'profile', target_id: waiting };
    for (const decision of ['remove', 'keep']) {
      expect(await decide(database, admin, { ...about, decision })).toMatchObject({ changed: false });
    }
    expect(await count(database, 'public.teachers where id = $1 and is_active', [waiting])).toBe(0);
  });

  it('of a student takes the page down, whatever the student’s own switch says', async () => {
    const open = (is_public: boolean) =>
      callAs(database, couple.student, 'update_profile($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify({ is_public }),
      ]);
    await open(true);
    expect(await isOnMural(couple.student)).toBe(true);
    await decide(database, admin, { what: 'profile', target_id: couple.student, decision: 'remove' });
    for (const is_public of [false, true]) await open(is_public);
    expect(await isOnMural(couple.student)).toBe(false);
    await decide(database, admin, { what: 'profile', target_id: couple.student, decision: 'keep' });
    expect(await isOnMural(couple.student)).toBe(true);
  });
});

describe('a decision', () => {
  it('closes reports of deleted targets, and finds nothing where nothing was', async () => {
    const id = await post();
    await report(database, reporter, { what: 'post', target_id: id });
    await database.query('delete from auth.users where id = $1', [couple.student]);
    const about = { what: 'post', target_id: id };
    expect(await queue({ target_id: id })).toMatchObject([{ target: null }]);
    expect(await refusal(() => decide(database, admin, { ...about, decision: 'remove' }))).toMatchObject({
      code: 'PT404',
      hint: 'target_unknown',
    });
    expect(await decide(database, admin, { ...about, decision: 'keep' })).toMatchObject({
      reports: 1,
      changed: false,
    });
    expect(
      await refusal(() =>
        decide(database, admin, { what: 'post', target_id: randomUUID(), decision: 'keep' }),
      ),
    ).toMatchObject({ code: 'PT404' });
  });

  it.each([
    [{ what: 'city', target_id: randomUUID(), decision: 'keep' }, 'what'],
    [{ what: 'post', target_id: 'x', decision: 'keep' }, 'target_id'],
    [{ what: 'post', target_id: randomUUID(), decision: 'burn' }, 'decision'],
    [{ what: 'post', target_id: randomUUID(), decision: 'keep', reason: 'a'.repeat(501) }, 'reason'],
  ])('is refused when it is invalid: %j', async (decision, detail) => {
    expect(await refusal(() => decide(database, admin, decision))).toEqual({
      code: '22023',
      hint: 'invalid_value',
      detail,
    });
  });

  it('is for administrators, and not about them', async () => {
    const about = { what: 'profile', target_id: couple.teacher, decision: 'remove' };
    for (const person of [reporter, couple.teacher]) {
      expect(await refusal(() => decide(database, person, about))).toMatchObject({
        code: '42501',
        hint: 'admin_only',
      });
    }
    expect(await refusal(() => decide(database, admin, { ...about, target_id: admin }))).toMatchObject({
      hint: 'target_is_admin',
    });
  });
});
