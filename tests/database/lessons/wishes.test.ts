/** Requests that do not die: other teachers for the same wish, and what the first acceptance does to the others. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../support/database.ts';
import { refusal } from '../accounts/account-steps.ts';
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
  statusOf,
} from './lesson-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
lessonWorld((world) => {
  ({ database, couple, student, teacher } = world);
});

/** Asks another, new teacher besides. */
async function askToo(wish: string): Promise<{ id: string; teacher: string }> {
  const { teacher: other } = await createCouple(database);
  const request = draft({ ...couple, teacher: other }, { wish_id: wish });
  await create(database, student, request);
  return { id: request.id, teacher: other };
}
const withdrawnNotes = async (person: string) =>
  (await inbox(database, person)).filter(({ title }) => title === 'Pedido retirado');

describe('A wish', () => {
  it('takes three teachers at once, each once, and only the student sees that they belong together', async () => {
    const first = await ask(database, couple);
    const second = await askToo(first);
    const third = await askToo(first);
    const { teacher: fourth } = await createCouple(database);
    const more = (other: string) => draft({ ...couple, teacher: other }, { wish_id: first });
    expect(await refusal(() => create(database, student, more(fourth)))).toMatchObject({ hint: 'wish_full' });
    await answer(database, second.teacher, second.id, 'decline');
    expect(await refusal(() => create(database, student, more(second.teacher)))).toMatchObject({
      hint: 'already_asked',
    });
    await create(database, student, more(fourth));

    expect(await held(database, student, third.id)).toMatchObject({ wish_id: first });
    expect(await held(database, third.teacher, third.id)).toMatchObject({ wish_id: null });
    expect(await held(database, student, first)).toMatchObject({ wish_id: null });
  });

  it.each([
    ['of another person', async () => ask(database, await createCouple(database)), 'request_unknown'],
    ['that is not there', async () => randomUUID(), 'request_unknown'],
    ['by a later request', async () => (await askToo(await ask(database, couple))).id, 'invalid_value'],
  ])('%s is refused', async (_which, wishOf, hint) => {
    const wish_id = await wishOf();
    const { teacher: other } = await createCouple(database);
    const request = draft({ ...couple, teacher: other }, { wish_id });
    expect(await refusal(() => create(database, student, request))).toMatchObject({ hint });
    expect(await statusOf(database, request.id)).toBeUndefined();
  });

  it('of another style is refused', async () => {
    const [other] = await database.query<{ id: string }>(
      `select id from public.dance_styles where name = 'Samba de Gafieira' or id <> $1 order by id <> $1 desc limit 1`,
      [couple.style],
    );
    const style = other?.id ?? '';
    const bachata = await database.createUser({ role: 'teacher', styleIds: [style] });
    const wish_id = await ask(database, couple);
    const request = draft({ ...couple, teacher: bachata, style }, { wish_id });
    expect(await refusal(() => create(database, student, request))).toMatchObject({
      hint: 'invalid_value',
      detail: 'wish_id',
    });
  });

  it('asked for twice with one command is one request', async () => {
    const { teacher: other } = await createCouple(database);
    const request = draft({ ...couple, teacher: other }, { wish_id: await ask(database, couple) });
    const command = randomUUID();
    const made = await create(database, student, request, command);
    expect(await create(database, student, request, command)).toEqual(made);
    expect(await inbox(database, other)).toHaveLength(1);
  });
});

describe('The first acceptance', () => {
  it.each(['the first request', 'a later one'])(
    'of %s withdraws the others, and tells each teacher once and the student once',
    async (which) => {
      const first = { id: await ask(database, couple), teacher };
      const second = await askToo(first.id);
      const third = await askToo(first.id);
      const [taken, ...rest] =
        which === 'a later one' ? [second, first, third] : ([first, second, third] as const);
      const command = randomUUID();
      const told = await answer(database, taken.teacher, taken.id, 'accept', { command });
      expect(await answer(database, taken.teacher, taken.id, 'accept', { command })).toEqual(told);

      expect(await statusOf(database, taken.id)).toBe('Aceito');
      for (const { id, teacher: other } of rest) {
        for (const person of [student, other]) {
          expect(await held(database, person, id)).toMatchObject({
            status: 'Cancelado',
            cancelled_by: 'student',
            is_withdrawn: true,
            other_email: null,
          });
        }
        expect(await withdrawnNotes(other)).toEqual([
          expect.objectContaining({
            kind: 'lesson_request.cancelled',
            body: 'Camila já encontrou com quem ter aulas de Forró, e o pedido a você foi retirado.',
            url: `/teacher/requests/${id}`,
          }),
        ]);
        // Also when it was written offline, before the withdrawal was known.
        for (const what of ['accept', 'decline']) {
          expect(await refusal(() => answer(database, other, id, what))).toEqual({
            code: 'PT409',
            hint: 'request_withdrawn',
            detail: 'Cancelado',
          });
        }
      }
      const accepted = (await inbox(database, student)).filter(({ kind }) => kind.endsWith('.accepted'));
      expect(accepted.map(({ body }) => body)).toEqual([
        'Marina aceitou seu pedido de aulas de Forró. Combine a primeira aula. Os outros pedidos foram retirados.',
      ]);
      const { teacher: late } = await createCouple(database);
      const request = draft({ ...couple, teacher: late }, { wish_id: first.id });
      expect(await refusal(() => create(database, student, request))).toMatchObject({ hint: 'wish_granted' });
    },
  );

  it('leaves requests alone that are not of the wish, or were answered', async () => {
    const first = await ask(database, couple);
    const second = await askToo(first);
    const third = await askToo(first);
    await answer(database, second.teacher, second.id, 'decline');
    await cancel(database, student, third.id);
    const { teacher: apart } = await createCouple(database);
    const alone = await ask(database, { ...couple, teacher: apart });
    await answer(database, teacher, first, 'accept');
    expect(await statusOf(database, second.id)).toBe('Recusado');
    expect(await held(database, student, third.id)).toMatchObject({ is_withdrawn: false });
    expect(await statusOf(database, alone)).toBe('Pendente');
    expect((await inbox(database, student)).at(-1)?.body).toBe(
      'Marina aceitou seu pedido de aulas de Forró. Combine a primeira aula.',
    );
  });

  it('that was cancelled again lets the student ask others', async () => {
    const first = await ask(database, couple);
    await answer(database, teacher, first, 'accept');
    await cancel(database, teacher, first);
    expect(await statusOf(database, (await askToo(first)).id)).toBe('Pendente');
  });

  it('cannot be used to cancel what is not of the same wish', async () => {
    const request = await ask(database, couple);
    const { teacher: other } = await createCouple(database);
    const claims = JSON.stringify({ sub: other, role: 'authenticated' });
    expect(
      await refusal(() =>
        database.transaction(async (tx) => {
          await tx.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
          await tx.query(
            `update public.lesson_requests set status = 'Cancelado', cancelled_by = 'student', is_withdrawn = true
             where id = $1`,
            [request],
          );
        }),
      ),
    ).toMatchObject({ hint: 'not_a_party' });
  });
});
