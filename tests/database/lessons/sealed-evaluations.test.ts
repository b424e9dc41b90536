/** An evaluation is sealed until both sides have written one, or 14 days have passed. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import {
  agree,
  type Couple,
  cancel,
  createCouple,
  evaluate,
  held,
  inbox,
  lessonWorld,
  release,
  statusOf,
  unseal,
} from './lesson-steps.ts';
import { settle } from './settled-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;

lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
});

interface Received {
  evaluations: { id: string; comment: string | null; rating: number; reply: string | null }[];
  total_count: number;
}
const received = (person: string | null, of: string) =>
  callAs<Received>(database, person, 'evaluations_of($1)', [of]);
const texts = async (person: string | null, of: string) =>
  (await received(person, of)).evaluations.map(({ comment }) => comment).sort();

describe('a sealed evaluation', () => {
  it('[T035] is public together with the other side’s, in the moment in which that is written', async () => {
    await evaluate(database, student, request, { comment: 'Da aluna' });
    await evaluate(database, teacher, request, { comment: 'Da professora' });
    expect(await texts(null, teacher)).toEqual(['Da aluna']);
    expect(await texts(student, student)).toEqual(['Da professora']);
    expect((await inbox(database, student)).map(({ kind }) => kind)).toContain('evaluation.received');
    expect((await inbox(database, teacher)).map(({ kind }) => kind)).toContain('evaluation.received');
    await evaluate(database, student, request, { comment: 'Da aluna, mudada' });
    expect(await texts(null, teacher)).toEqual(['Da aluna, mudada']);
  });

  // «Elas ficam públicas quando os dois lados escreveram ou depois de 14 dias, e quem as recebe pode responder uma vez.»
  // «Ficam públicas quando os dois lados escreveram ou depois de 14 dias;»
  it('[T035] is public after 14 days though the other side wrote nothing', async () => {
    await evaluate(database, student, request, { comment: 'Sozinha' });
    const daysLater = (days: number) =>
      database.query('select app.release_evaluations(now() + make_interval(days => $1))', [days]);
    await daysLater(13);
    expect(await texts(teacher, teacher)).toEqual([]);
    await daysLater(14);
    expect(await texts(teacher, teacher)).toEqual(['Sozinha']);
  });

  it('is not opened by an anonymous one, whose author would be known by it', async () => {
    await evaluate(database, student, request, { comment: 'Sem nome', is_anonymous: true });
    await evaluate(database, teacher, request, { comment: 'Com nome' });
    await database.query('select public.tidy_up()');
    expect(await texts(student, student)).toEqual([]);
    expect(await unseal(database)).toBeGreaterThan(0);
    expect(await texts(student, student)).toEqual(['Com nome']);
  });

  it('is opened by an anonymous one that gets its name', async () => {
    await evaluate(database, student, request, { comment: 'Uma', is_anonymous: true });
    await evaluate(database, teacher, request, { comment: 'Outra' });
    await evaluate(database, student, request, { comment: 'Uma' });
    expect([await texts(null, teacher), await texts(student, student)]).toEqual([['Uma'], ['Outra']]);
  });

  it('that is anonymous waits for its 14 days also where its author cannot be guessed', async () => {
    await evaluate(database, student, request, { comment: 'Sem nome', is_anonymous: true });
    const { evaluations } = await received(teacher, teacher);
    expect(evaluations).toEqual([]);
    await database.query(`select app.release_evaluations(now() + interval '13 days')`);
    expect(await texts(teacher, teacher)).toEqual([]);
    await release(database);
    expect(await texts(teacher, teacher)).toEqual(['Sem nome']);
  });

  it('that the team has hidden stays hidden when it is opened', async () => {
    await evaluate(database, student, request, { comment: 'Escondida' });
    await database.query('update public.lesson_evaluations set hidden_at = now() where evaluator_id = $1', [
      student,
    ]);
    await evaluate(database, teacher, request, { comment: 'Outra' });
    await unseal(database);
    expect(await texts(teacher, teacher)).toEqual([]);
    await database.query('update public.lesson_evaluations set hidden_at = null where evaluator_id = $1', [
      student,
    ]);
    expect(await texts(teacher, teacher)).toEqual(['Escondida']);
  });
});

describe('an acceptance that is settled', () => {
  it.each(['student', 'teacher'] as const)('is kept by no direct write of the %s either', async (side) => {
    await settle(database, request);
    const person = side === 'student' ? student : teacher;
    expect(
      await refusal(() =>
        database.as('authenticated', person, (tx) =>
          tx.query(`update public.lesson_requests set status = 'Cancelado' where id = $1`, [request]),
        ),
      ),
    ).toMatchObject({ code: '42501' });
    await expect(
      database.query(`update public.lesson_requests set status = 'Cancelado' where id = $1`, [request]),
    ).rejects.toMatchObject({ hint: 'transition_not_allowed' });
  });
});

describe('lessons that have ended', () => {
  it('hide the contacts, say who ended them, and let the student ask again', async () => {
    await settle(database, request);
    expect(await held(database, student, request)).toMatchObject({
      other_whatsapp: '+5511900000002',
      ended_at: null,
    });
    await cancel(database, teacher, request, { reason: 'Mudei de cidade' });
    for (const person of [student, teacher]) {
      expect(await held(database, person, request)).toMatchObject({
        status: 'Aceito',
        ended_by: 'teacher',
        reason: 'Mudei de cidade',
        other_whatsapp: null,
        other_email: null,
      });
    }
    expect(await inbox(database, student)).toContainEqual(
      expect.objectContaining({ title: 'Aulas encerradas', kind: 'lesson_request.cancelled' }),
    );
    await agree(database, couple);
    expect(await refusal(() => cancel(database, student, request))).toMatchObject({
      hint: 'request_cancelled',
      detail: 'Aceito',
    });
  });

  it('are cancelled as before within the first week', async () => {
    await cancel(database, teacher, request);
    expect(await statusOf(database, request)).toBe('Cancelado');
  });

  it('tell nothing anew when an account is deleted', async () => {
    await settle(database, request);
    await cancel(database, teacher, request);
    const before = (await inbox(database, student)).length;
    await deleteAccount(database, teacher);
    expect((await inbox(database, student)).length).toBeLessThanOrEqual(before);
    expect(await statusOf(database, request)).toBe('Cancelado');
  });

  it.each([
    [`set ended_at = now()`, 'transition_not_allowed'],
    [`set status = 'Aceito', ended_by = 'student'`, 'request_fixed'],
  ])('begin only once they are settled (%s)', async (change, hint) => {
    await expect(
      database.query(`update public.lesson_requests ${change} where id = '${request}'`),
    ).rejects.toMatchObject({ hint });
  });
});

describe('a reply', () => {
  const reply = (person: string, id: string, text: string | null, command = randomUUID()) =>
    callAs<{ command_id: string; evaluation_id: string }>(
      database,
      person,
      'reply_to_evaluation($1, $2::text::jsonb)',
      [command, JSON.stringify({ evaluation_id: id, text })],
    );
  const published = async () => {
    await evaluate(database, student, request, { comment: 'Aula boa' });
    await unseal(database);
    return (await received(teacher, teacher)).evaluations[0]?.id ?? '';
  };
  const replies = async () => (await received(null, teacher)).evaluations.map((one) => one.reply);

  it('[T036] stands under the evaluation, can be changed and withdrawn, and comes once', async () => {
    const id = await published();
    const command = randomUUID();
    const first = await reply(teacher, id, 'Obrigada!', command);
    await reply(teacher, id, 'Obrigada, Camila!');
    expect(await reply(teacher, id, 'Obrigada!', command)).toEqual(first);
    expect(await replies()).toEqual(['Obrigada, Camila!']);
    await reply(teacher, id, null);
    expect(await replies()).toEqual([null]);
  });

  it('is closed after 14 days, but can still be withdrawn', async () => {
    const id = await published();
    await reply(teacher, id, 'Obrigada!');
    await database.query(`update public.lesson_evaluations set replied_at = now() - interval '15 days'`);
    expect(await refusal(() => reply(teacher, id, 'Outra coisa'))).toMatchObject({ hint: 'reply_closed' });
    await reply(teacher, id, null);
    expect(await replies()).toEqual([null]);
  });

  it('is the evaluated person’s alone, and of what is published', async () => {
    const id = await published();
    for (const person of [student, (await database.createUser({ role: 'teacher' })) as string])
      expect(await refusal(() => reply(person, id, 'Eu!'))).toMatchObject({ hint: 'evaluation_unknown' });
    const other = (await createCouple(database)).student;
    await evaluate(database, other, await agree(database, { ...couple, student: other }));
    const [sealed] = await database.query<{ id: string }>(
      'select public_id as id from public.lesson_evaluations where evaluator_id = $1',
      [other],
    );
    expect(await refusal(() => reply(teacher, sealed?.id ?? '', 'Quem é?'))).toMatchObject({
      hint: 'evaluation_unknown',
    });
  });

  it.each([
    ['x'.repeat(501), 'text'],
    ['a\u0007b', 'text'],
  ])('%j is refused beside its field', async (text, detail) => {
    const id = await published();
    expect(await refusal(() => reply(teacher, id, text))).toMatchObject({ hint: 'invalid_value', detail });
  });

  it('goes with the evaluation that loses its author, and with the account of the one who wrote it', async () => {
    const id = await published();
    await reply(teacher, id, 'Obrigada, Camila!');
    await deleteAccount(database, student);
    expect(
      await database.query('select reply from public.lesson_evaluations where evaluator_id = $1', [student]),
    ).toEqual([{ reply: null }]);
  });

  it('is deleted with the account of its author', async () => {
    const id = await published();
    await reply(teacher, id, 'Obrigada, Camila!');
    await deleteAccount(database, teacher);
    expect(
      await database.query('select reply from public.lesson_evaluations where evaluator_id = $1', [student]),
    ).toEqual([{ reply: null }]);
  });
});
