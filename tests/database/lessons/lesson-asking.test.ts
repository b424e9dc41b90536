/** Asking a teacher for lessons: the allowed requests, and one open request at a time. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { count, idOf, refusal, signUp } from '../accounts/account-steps.ts';
import {
  answer,
  ask,
  type Couple,
  cancel,
  create,
  createCouple,
  draft,
  held,
  inbox,
  lessonWorld,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;

lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

describe('asking', () => {
  it('leaves one pending request for that student and teacher, and notifies the teacher', async () => {
    const wanted = draft(couple);
    const made = await create(database, student, wanted);
    expect(made).toMatchObject({ request_id: wanted.id, status: 'Pendente', merged: false });
    expect(
      await database.query(
        `select id, status, preferred_days, preferred_times, message, cancelled_by from public.lesson_requests
         where student_id = $1 and teacher_id = $2 and dance_style_id = $3`,
        [student, teacher, couple.style],
      ),
    ).toEqual([
      {
        id: wanted.id,
        status: 'Pendente',
        preferred_days: ['quinta', 'terca'],
        preferred_times: ['noite'],
        message: 'Quero aprender do zero.',
        cancelled_by: null,
      },
    ]);
    expect(await inbox(database, teacher)).toEqual([
      {
        kind: 'lesson_request.created',
        title: 'Novo pedido de aula',
        body: 'Camila quer ter aulas de Forró com você.',
        url: `/teacher/requests/${wanted.id}`,
      },
    ]);
    expect(await inbox(database, student)).toEqual([]);
  });

  it('needs neither days nor times nor a message', async () => {
    const { id, teacher_id, dance_style_id } = draft(couple);
    await create(database, student, { id, teacher_id, dance_style_id, message: '   ' });
    expect(await held(database, teacher, id)).toMatchObject({
      preferred_days: [],
      preferred_times: [],
      message: null,
    });
  });

  it.each([
    ['id', null],
    ['id', 'não é id'],
    ['teacher_id', null],
    ['dance_style_id', 7],
    ['preferred_days', ['domingo', 'feriado']],
    ['preferred_days', 'domingo'],
    ['preferred_times', ['madrugada']],
    ['preferred_times', [null]],
    ['message', 'a'.repeat(1001)],
    ['message', 'a\u0007b'],
    ['message', { text: 'a' }],
    ['status', 'Aceito'],
    ['student_id', '00000000-0000-4000-8000-000000000001'],
  ])('is refused with %s = %j', async (field, value) => {
    const refused = await refusal(() => create(database, student, draft(couple, { [field]: value })));
    expect(refused).toMatchObject({ code: '22023', hint: 'invalid_value' });
    expect(await count(database, 'public.lesson_requests where student_id = $1', [student])).toBe(0);
  });

  it.each([['null'], ['[]'], ['"x"'], ['7']])('is refused with %s for a request', async (request) => {
    expect(await refusal(() => create(database, student, JSON.parse(request)))).toMatchObject({
      hint: 'invalid_value',
    });
  });

  it('accepts a message of 1,000 characters', async () => {
    expect(await create(database, student, draft(couple, { message: 'ã'.repeat(1000) }))).toMatchObject({
      status: 'Pendente',
    });
  });

  it.each([
    ['not approved', 'update public.teachers set is_active = false where id = $1'],
    ['pausing', 'update public.teachers set is_paused = true where id = $1'],
    ['gone', 'delete from auth.users where id = $1'],
  ])('is refused while the teacher is %s', async (_state, sql) => {
    await database.query(sql, [teacher]);
    expect(await refusal(() => create(database, student, draft(couple)))).toMatchObject({
      code: 'PT409',
      hint: 'teacher_unavailable',
    });
  });

  it('is refused for a person who is no teacher, as for an unknown one', async () => {
    for (const teacher_id of [randomUUID(), await database.createUser({ role: 'student' }), student]) {
      expect(await refusal(() => create(database, student, draft(couple, { teacher_id })))).toMatchObject({
        hint: 'teacher_unavailable',
      });
    }
  });

  it('is refused for a style that the teacher does not teach', async () => {
    const dance_style_id = await idOf(database, 'dance_styles', 'Tango');
    expect(await refusal(() => create(database, student, draft(couple, { dance_style_id })))).toMatchObject({
      code: 'PT409',
      hint: 'style_not_taught',
    });
  });

  it('is for students: not teachers, admins, visitors, deleted or half-registered accounts', async () => {
    const admin = await database.createUser({ role: 'admin' });
    for (const person of [teacher, admin]) {
      expect(await refusal(() => create(database, person, draft(couple)))).toMatchObject({
        code: '42501',
        hint: 'not_a_student',
      });
    }
    expect(await refusal(() => create(database, null, draft(couple)))).toMatchObject({ code: '42501' });
    const registering = await signUp(database, { role: 'student' });
    await database.query('delete from auth.users where id = $1', [student]);
    expect(await refusal(() => create(database, registering, draft(couple)))).toMatchObject({
      code: 'PT409',
      hint: 'profile_missing',
    });
    expect(await refusal(() => create(database, student, draft(couple)))).toMatchObject({
      code: 'PT401',
      hint: 'account_missing',
    });
  });

  it('with an id that is taken is refused, whoever has it', async () => {
    const id = await ask(database, couple);
    const other = await createCouple(database);
    expect(await refusal(() => create(database, other.student, draft(other, { id })))).toMatchObject({
      code: 'PT409',
      hint: 'request_exists',
    });
  });
});

describe('one open request', () => {
  it('per student, teacher and style: a second is refused while one is open, naming it', async () => {
    const first = await ask(database, couple);
    const again = () => refusal(() => create(database, student, draft(couple)));
    expect(await again()).toEqual({ code: 'PT409', hint: 'open_request_exists', detail: first });
    await answer(database, teacher, first, 'accept');
    expect(await again()).toEqual({ code: 'PT409', hint: 'open_request_exists', detail: first });
    await cancel(database, student, first);
    const second = await ask(database, couple);
    await answer(database, teacher, second, 'decline');
    expect(await ask(database, couple)).not.toBe(second);
  });

  it('leaves other styles, teachers and students free', async () => {
    await ask(database, couple);
    const zouk = await idOf(database, 'dance_styles', 'Zouk');
    await database.query('insert into public.teacher_dance_styles values ($1, $2)', [teacher, zouk]);
    await create(database, student, draft(couple, { dance_style_id: zouk }));
    const other = await createCouple(database);
    await create(database, student, draft({ ...other, student }));
    await create(database, other.student, draft({ ...couple, student: other.student }));
    expect(await count(database, 'public.lesson_requests where student_id = $1', [student])).toBe(3);
  });
});
