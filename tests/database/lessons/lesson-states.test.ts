/** The states of a request: allowed transitions and roles, enforced by the table. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sqlState, type TestDatabase } from '../../support/database.ts';
import { refusal } from '../accounts/account-steps.ts';
import {
  agree,
  answer,
  ask,
  type Couple,
  cancel,
  createCouple,
  held,
  inbox,
  lessonWorld,
  statusOf,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;

lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

describe('the state machine', () => {
  it('a pending request is accepted or declined by its teacher, who may say why', async () => {
    const first = await ask(database, couple);
    expect(await answer(database, teacher, first, 'decline', { reason: ' Agenda cheia ' })).toMatchObject({
      status: 'Recusado',
    });
    expect(await held(database, student, first)).toMatchObject({
      status: 'Recusado',
      reason: 'Agenda cheia',
    });
    const second = await ask(database, couple);
    expect(await answer(database, teacher, second, 'accept')).toMatchObject({ status: 'Aceito' });
    expect((await inbox(database, student)).map(({ kind, url, body }) => [kind, url, body])).toEqual([
      [
        'lesson_request.declined',
        `/student/requests/${first}`,
        'Marina não pode aceitar seu pedido de aulas de Forró.',
      ],
      [
        'lesson_request.accepted',
        `/student/requests/${second}`,
        'Marina aceitou seu pedido de aulas de Forró. Combine a primeira aula.',
      ],
    ]);
  });

  it.each([
    ['student', 'Pendente'],
    ['teacher', 'Pendente'],
    ['student', 'Aceito'],
    ['teacher', 'Aceito'],
  ] as const)('the %s cancels a request that is %s, and the other is told', async (side, status) => {
    const request = status === 'Aceito' ? await agree(database, couple) : await ask(database, couple);
    const [me, other] = side === 'student' ? [student, teacher] : [teacher, student];
    expect(await cancel(database, me, request, { reason: 'Mudei de cidade' })).toMatchObject({
      status: 'Cancelado',
    });
    expect(await held(database, other, request)).toMatchObject({
      status: 'Cancelado',
      cancelled_by: side,
      reason: 'Mudei de cidade',
    });
    expect((await inbox(database, other)).at(-1)).toMatchObject({
      kind: 'lesson_request.cancelled',
      url: `/${side === 'student' ? 'teacher' : 'student'}/requests/${request}`,
    });
  });

  it('a student does not answer, a stranger does nothing and learns nothing', async () => {
    const request = await ask(database, couple);
    const stranger = await createCouple(database);
    const admin = await database.createUser({ role: 'admin' });
    expect(await refusal(() => answer(database, student, request, 'accept'))).toMatchObject({
      code: '42501',
      hint: 'not_the_teacher',
    });
    for (const person of [stranger.student, stranger.teacher, admin]) {
      for (const id of [request, randomUUID()]) {
        const refused = { code: 'PT404', hint: 'request_unknown', detail: '' };
        expect(await refusal(() => answer(database, person, id, 'accept'))).toEqual(refused);
        expect(await refusal(() => cancel(database, person, id))).toEqual(refused);
      }
    }
    expect(await statusOf(database, request)).toBe('Pendente');
  });

  it('an answer that meets a cancellation is refused, and the request stays cancelled', async () => {
    const request = await ask(database, couple);
    const { version } = { version: (await held(database, teacher, request))?._xid ?? 0 };
    await cancel(database, student, request);
    for (const what of ['accept', 'decline']) {
      expect(await refusal(() => answer(database, teacher, request, what, { base: version }))).toEqual({
        code: 'PT409',
        hint: 'request_cancelled',
        detail: 'Cancelado',
      });
    }
    expect(await statusOf(database, request)).toBe('Cancelado');
    expect((await inbox(database, student)).map(({ kind }) => kind)).toEqual([]);
  });

  it('an ended request stays ended', async () => {
    const declined = await ask(database, couple);
    await answer(database, teacher, declined, 'decline');
    expect(await refusal(() => answer(database, teacher, declined, 'accept'))).toMatchObject({
      hint: 'already_answered',
      detail: 'Recusado',
    });
    expect(await refusal(() => cancel(database, student, declined))).toMatchObject({
      hint: 'already_answered',
    });
    const accepted = await agree(database, couple);
    expect(await refusal(() => answer(database, teacher, accepted, 'decline'))).toMatchObject({
      hint: 'already_answered',
      detail: 'Aceito',
    });
    await cancel(database, teacher, accepted);
    expect(await refusal(() => cancel(database, student, accepted))).toMatchObject({
      hint: 'request_cancelled',
    });
  });

  it('is enforced by the table, whoever writes: the server and admins in their procedures included', async () => {
    const states = ['Pendente', 'Aceito', 'Recusado', 'Cancelado'];
    const allowed = ['Pendente>Aceito', 'Pendente>Recusado', 'Pendente>Cancelado', 'Aceito>Cancelado'];
    const way: Record<string, string[]> = {
      Pendente: [],
      Aceito: ['Aceito'],
      Recusado: ['Recusado'],
      Cancelado: ['Cancelado'],
    };
    const update = 'update public.lesson_requests set status = $2 where id = $1';
    const found: string[] = [];
    for (const from of states) {
      for (const to of states.filter((state) => state !== from)) {
        const request = await ask(database, couple);
        for (const step of way[from] ?? []) await database.query(update, [request, step]);
        const state = await sqlState(() => database.query(update, [request, to]));
        if (state === null) found.push(`${from}>${to}`);
        else expect([from, to, state]).toEqual([from, to, '23514']);
        if (['Pendente', 'Aceito'].includes((await statusOf(database, request)) ?? ''))
          await database.query(update, [request, 'Cancelado']);
      }
    }
    expect(found).toEqual(allowed);
    for (const status of states.slice(1)) {
      const insert = `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, status)
        values (gen_random_uuid(), $1, $2, $3, $4)`;
      expect(await sqlState(() => database.query(insert, [student, teacher, couple.style, status]))).toBe(
        '23514',
      );
    }
  });

  it('checks its people: with claims of an admin or the student, a trusted write cannot answer either', async () => {
    const request = await ask(database, couple);
    const admin = await database.createUser({ role: 'admin' });
    const as = (person: string, status: string) =>
      database.transaction(async (tx) => {
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify({ sub: person }),
        ]);
        await tx.query('update public.lesson_requests set status = $2 where id = $1', [request, status]);
      });
    expect(await sqlState(() => as(admin, 'Aceito'))).toBe('42501');
    expect(await sqlState(() => as(student, 'Aceito'))).toBe('42501');
    expect(await sqlState(() => as(admin, 'Cancelado'))).toBe('42501');
    expect(await sqlState(() => as(teacher, 'Aceito'))).toBeNull();
  });

  it.each([
    'message = $$outra$$',
    'student_id = gen_random_uuid()',
    'teacher_id = gen_random_uuid()',
    'preferred_days = $${sabado}$$',
    'request_date = now() + interval $$1 day$$',
    'answered_at = now()',
    'cancelled_by = $$student$$',
    'reason = $$porque sim$$',
  ])('never changes by %s alone', async (assignment) => {
    const request = await ask(database, couple);
    expect(
      await sqlState(() =>
        database.query(`update public.lesson_requests set ${assignment} where id = $1`, [request]),
      ),
    ).toBe('23514');
  });

  it('is never deleted', async () => {
    const request = await ask(database, couple);
    expect(
      await sqlState(() => database.query('delete from public.lesson_requests where id = $1', [request])),
    ).toBe('23001');
  });

  it('accepting needs an approved profile; declining does not, and a pause matters to neither', async () => {
    const request = await ask(database, couple);
    await database.query('update public.teachers set is_active = false where id = $1', [teacher]);
    expect(await refusal(() => answer(database, teacher, request, 'accept'))).toMatchObject({
      hint: 'teacher_unavailable',
    });
    expect(await answer(database, teacher, request, 'decline')).toMatchObject({ status: 'Recusado' });
    await database.query('update public.teachers set is_active = true where id = $1', [teacher]);
    const second = await ask(database, couple);
    await database.query('update public.teachers set is_paused = true where id = $1', [teacher]);
    expect(await answer(database, teacher, second, 'accept')).toMatchObject({ status: 'Aceito' });
  });

  it.each([
    ['maybe', null],
    [null, null],
    ['accept', 'um motivo'],
    ['decline', 'a'.repeat(501)],
    ['decline', 'a\u0001'],
  ])('an answer of %j with %j is refused', async (what, reason) => {
    const request = await ask(database, couple);
    expect(await refusal(() => answer(database, teacher, request, what, { reason }))).toMatchObject({
      code: '22023',
      hint: 'invalid_value',
    });
  });
});
