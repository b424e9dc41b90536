/**
 * Reports of what two people write to each other: by one of the two only, with the words as they were, decided without a
 * sign to the reported person.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs, count, refusal } from '../accounts/account-steps.ts';
import { move, propose, termsIn } from '../lessons/agreement-steps.ts';
import {
  agree,
  answer,
  type Couple,
  create,
  createCouple,
  draft,
  evaluate,
  inbox,
  unseal,
} from '../lessons/lesson-steps.ts';
import { block, report } from '../lessons/mark-steps.ts';
import { readAll } from '../support/readings.ts';
import { decide, list } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let couple: Couple;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
});
afterAll(() => database.close());
beforeEach(async () => {
  couple = await createCouple(database);
});

interface Row {
  id: string;
  what: string;
  status: string;
  decision: { decision: string } | null;
  target: Record<string, unknown> | null;
  reported: {
    person: { id: string } | null;
    texts: { field: string; text: string }[];
    seen: string | null;
    now: { field: string; text: string }[] | null;
  };
}
/** Read positions and the time of an export change with every transaction of anybody. */
const MOVING = new Set(['horizon', 'ceiling', 'generated_at']);

const queue = async (target_id: string) =>
  (await list<Row>(database, admin, 'reports', { filter: { target_id }, sort: 'created_at' })).rows;
const kinds = async (person: string) => (await inbox(database, person)).map(({ kind }) => kind);
const gone = { code: 'PT404', hint: 'target_unknown' };

async function asked(message: string): Promise<string> {
  const { request_id } = await create(database, couple.student, draft(couple, { message }));
  return request_id;
}

describe('a request and what is written in it', () => {
  it('are reported by each of the two with the words of the other, by nobody else, and not by a visitor’s way', async () => {
    const request = await asked('Manda uma foto sua.');
    await answer(database, couple.teacher, request, 'decline', { reason: 'Some daqui.' });
    for (const [what, reason] of [
      ['request', 'prepayment'],
      ['message', 'unsafe'],
    ] as const) {
      for (const side of [couple.student, couple.teacher])
        expect(await report(database, side, { what, target_id: request, reason })).toMatchObject({
          created: true,
        });
      const others = [await database.createUser({ role: 'student', name: 'Curiosa' }), admin];
      for (const person of others)
        expect(await refusal(() => report(database, person, { what, target_id: request }))).toMatchObject(
          gone,
        );
      for (const person of [null, couple.student])
        expect(
          await refusal(() =>
            callAs(database, person, 'report_as_visitor($1, $2::text::jsonb)', [
              randomUUID(),
              JSON.stringify({
                id: randomUUID(),
                what,
                target_id: request,
                reason: 'fake',
                code: 'ABCDEFGHJKLM',
              }),
            ]),
          ),
        ).toMatchObject(gone);
    }
    const rows = await queue(request);
    expect(rows.map(({ what, reported }) => [what, reported.person?.id, reported.texts])).toEqual([
      ['request', couple.teacher, [{ field: 'reason', text: 'Some daqui.' }]],
      ['request', couple.student, [{ field: 'message', text: 'Manda uma foto sua.' }]],
      ['message', couple.teacher, [{ field: 'reason', text: 'Some daqui.' }]],
      ['message', couple.student, [{ field: 'message', text: 'Manda uma foto sua.' }]],
    ]);
    expect(rows[0]?.target).toMatchObject({
      student: { id: couple.student },
      teacher: { id: couple.teacher },
    });
  });

  it('a message is reported only where the other one wrote one, and nothing of an account that is gone', async () => {
    const request = await asked('Quero aprender do zero.');
    expect(
      await refusal(() => report(database, couple.student, { what: 'message', target_id: request })),
    ).toMatchObject(gone);
    expect(await report(database, couple.student, { what: 'request', target_id: request })).toMatchObject({
      created: true,
    });
    await database.query('delete from auth.users where id = $1', [couple.student]);
    for (const what of ['request', 'message'])
      expect(
        await refusal(() => report(database, couple.teacher, { what, target_id: request })),
      ).toMatchObject(gone);
    expect(await queue(request)).toMatchObject([{ reported: { person: { id: couple.teacher } } }]);
  });

  it('are reported after a block too', async () => {
    const request = await asked('Quero aprender do zero.');
    await block(database, couple.teacher, couple.student);
    expect(await report(database, couple.teacher, { what: 'message', target_id: request })).toMatchObject({
      created: true,
    });
  });
});

describe('the reported words', () => {
  it('of a proposed place stay as they were, with what it says now and what the phone showed', async () => {
    const request = await agree(database, couple);
    const { lesson_ids } = await propose(database, couple.teacher, request, {
      terms: termsIn(7, { place: 'Minha casa, venha só.' }),
    });
    const target_id = lesson_ids[0] ?? '';
    const seen = { what: 'lesson', target_id, reason: 'unsafe', seen: 'Minha casa, venha só.' };
    await report(database, couple.student, seen);
    expect(await queue(target_id)).toMatchObject([
      { reported: { texts: [{ field: 'place', text: 'Minha casa, venha só.' }], seen: null, now: null } },
    ]);
    await move(database, couple.teacher, target_id, termsIn(7, { place: 'Estúdio' }));
    // An explanation does not replace the first words.
    await report(database, couple.student, { ...seen, details: 'Mudou depois que reclamei.' });
    expect(await queue(target_id)).toMatchObject([
      {
        reported: {
          texts: [{ field: 'place', text: 'Minha casa, venha só.' }],
          now: [{ field: 'place', text: 'Estúdio' }],
        },
      },
    ]);
    // Reported without a connection, and changed before the report arrives.
    const late = await propose(database, couple.teacher, request, {
      terms: termsIn(9, { place: 'Estúdio' }),
    });
    await report(database, couple.student, { ...seen, target_id: late.lesson_ids[0], seen: 'Um beco' });
    expect(await queue(late.lesson_ids[0] ?? '')).toMatchObject([
      { reported: { texts: [{ field: 'place', text: 'Estúdio' }], seen: 'Um beco' } },
    ]);
    const stranger = await database.createUser({ role: 'teacher', name: 'Outra' });
    expect(await refusal(() => report(database, stranger, seen))).toMatchObject(gone);
  });

  it('[T072] of an evaluation stay when its author rewrites it, until the author leaves', async () => {
    const request = await agree(database, couple);
    const words = { comment: 'Um nojo de gente.', is_anonymous: false };
    await evaluate(database, couple.student, request, words);
    await unseal(database);
    const [shown] = await database.query<{ id: string }>(
      'select public_id as id from public.lesson_evaluations where evaluator_id = $1',
      [couple.student],
    );
    const target_id = shown?.id ?? '';
    await report(database, couple.teacher, { what: 'evaluation', target_id, reason: 'offensive' });
    await evaluate(database, couple.student, request, { ...words, comment: 'Muito bom.' });
    expect(await queue(target_id)).toMatchObject([
      {
        reported: {
          texts: [{ field: 'rating' }, { field: 'comment', text: 'Um nojo de gente.' }],
          now: [{ field: 'rating' }, { field: 'comment', text: 'Muito bom.' }],
        },
      },
    ]);
    await database.query('delete from auth.users where id = $1', [couple.student]);
    expect(await count(database, 'app.reported_texts where person_id = $1', [couple.student])).toBe(0);
  });

  it('cannot be written by whoever reports', async () => {
    const request = await asked('Quero aprender do zero.');
    const wrong = { what: 'message', target_id: request };
    for (const more of [{ seen: 'x'.repeat(1001) }, { texts: [] }, { seen: 'a\u0007b' }])
      expect((await refusal(() => report(database, couple.teacher, { ...wrong, ...more })))?.code).toBe(
        '22023',
      );
  });
});

describe('a decision about something private', () => {
  it('closes one report, and nothing that the reported person can read changes', async () => {
    const request = await asked('Manda uma foto sua.');
    const read = async () =>
      JSON.stringify(await readAll(database, couple.student, [couple.teacher]), (key, value) =>
        MOVING.has(key) ? null : value,
      );
    const before = await read();
    const target = { what: 'request', target_id: request };
    const { report_id } = await report(database, couple.teacher, { ...target, reason: 'unsafe' });
    expect(await read()).toBe(before);
    await decide(database, admin, { ...target, report_id, decision: 'remove' });
    expect(await read()).toBe(before);
    expect(await kinds(couple.teacher)).toContain('report.decided');

    await report(database, couple.student, { ...target, reason: 'other' });
    await report(database, couple.teacher, { ...target, reason: 'unsafe' });
    const opened = await queue(request);
    expect(opened.map(({ status }) => status)).toEqual(['open', 'open']);
    expect(
      await decide(database, admin, { ...target, report_id: opened[1]?.id, decision: 'keep' }),
    ).toMatchObject({ changed: false, reports: 1 });
    expect((await queue(request)).map(({ status, decision }) => [status, decision?.decision])).toEqual([
      ['open', 'remove'],
      ['kept', 'keep'],
    ]);
  });

  it('names its report, and gives no reason', async () => {
    const request = await asked('Oi');
    const target = { what: 'request', target_id: request };
    const { report_id } = await report(database, couple.teacher, target);
    const wrong = async (more: object) =>
      (await refusal(() => decide(database, admin, { ...target, decision: 'keep', ...more })))?.detail;
    expect(await wrong({})).toBe('report_id');
    expect(await wrong({ report_id, reason: 'Por isto.' })).toBe('reason');
    expect(
      await refusal(() => decide(database, admin, { ...target, decision: 'keep', report_id: randomUUID() })),
    ).toMatchObject(gone);
    expect(await wrong({ what: 'profile', target_id: couple.teacher, report_id })).toBe('report_id');
  });
});
