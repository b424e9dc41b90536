/** Lessons under an accepted request: who may change them, and what two people hold who write at once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lessonIdOf } from '../../../src/db/rows/lesson-fields.ts';
import { expandWeekly } from '../../../src/lib/wall-time.ts';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import {
  agreed,
  callOff,
  confirm,
  inDays,
  lessonsOf,
  move,
  propose,
  pull,
  setKey,
  shared,
  startAgo,
  tell,
  termsIn,
  withdraw,
  ZONE,
} from './agreement-steps.ts';
import { agree, ask, type Couple, cancel, inbox, lessonWorld } from './lesson-steps.ts';
import { block, endBlocks } from './mark-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let people: string[];
let request: string;
lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  people = [student, teacher];
  request = await agree(database, couple);
});

const hint = async (act: () => Promise<unknown>) => (await refusal(act))?.hint ?? null;

/** A proposed lesson of the student: its id, and that of its proposal. */
async function proposed(days = 7): Promise<{ id: string; proposal: string }> {
  const { lesson_ids, command_id } = await propose(database, student, request, { terms: termsIn(days) });
  return { id: lesson_ids[0] ?? '', proposal: command_id };
}

describe('One lesson', () => {
  it('[T032] is proposed, confirmed by the other side, and held by both with the same terms', async () => {
    const { id, proposal } = await proposed();
    expect(await shared(database, people, id)).toMatchObject({
      status: 'proposed',
      agreed: null,
      student_proposal: { id: proposal, ...termsIn(7) },
      teacher_proposal: null,
      proposed_last: 'student',
    });
    expect(await hint(() => confirm(database, student, id, proposal))).toBe('proposal_changed');
    await confirm(database, teacher, id, proposal);
    expect(await shared(database, people, id)).toMatchObject({
      status: 'confirmed',
      agreed: termsIn(7),
      student_proposal: null,
      proposed_last: null,
    });
    const told = (await inbox(database, student)).at(-1);
    expect(told).toMatchObject({ kind: 'lesson.confirmed', url: `/student/requests/${request}#aula-${id}` });
    expect(`${told?.title} ${told?.body}`).not.toMatch(/Compasso|120/);
  });

  it('repeats as one: a command that arrives twice makes one lesson and one notice', async () => {
    const given = { command: randomUUID() };
    const content = { id: randomUUID() };
    const first = await propose(database, student, request, content, given);
    expect(await propose(database, student, request, content, given)).toEqual(first);
    expect(await lessonsOf(database, teacher)).toHaveLength(1);
    expect((await inbox(database, teacher)).filter(({ kind }) => kind === 'lesson.proposed')).toHaveLength(1);
    for (const again of [1, 2]) {
      const command = { command: '00000000-0000-4000-8000-0000000000f1' };
      const id = first.lesson_ids[0] ?? '';
      await callOff(database, student, id, 'one', command).catch((error: unknown) => {
        throw new Error(`delivery ${again}`, { cause: error });
      });
    }
    expect((await inbox(database, teacher)).filter(({ kind }) => kind === 'lesson.called_off')).toHaveLength(
      1,
    );
  });

  it('keeps its agreed terms until the other side confirms a change', async () => {
    const id = await agreed(database, couple, request);
    const { command_id } = await move(database, teacher, id, termsIn(9, { price_cents: 15_000 }));
    expect(await shared(database, people, id)).toMatchObject({
      status: 'confirmed',
      agreed: termsIn(7),
      teacher_proposal: { price_cents: 15_000 },
      proposed_last: 'teacher',
    });
    await confirm(database, student, id, command_id);
    expect(await shared(database, people, id)).toMatchObject({ agreed: termsIn(9, { price_cents: 15_000 }) });
  });

  it('two changes that cross are both kept; confirming one ends both, and the other is told', async () => {
    const id = await agreed(database, couple, request);
    const base = (await lessonsOf(database, teacher))[0]?._xid ?? null;
    const one = await move(database, student, id, termsIn(8), 'one', { base });
    const two = await move(database, teacher, id, termsIn(9), 'one', { base });
    expect([one.merged, two.merged]).toEqual([false, true]);
    expect(await shared(database, people, id)).toMatchObject({
      agreed: termsIn(7),
      student_proposal: termsIn(8),
      teacher_proposal: termsIn(9),
      proposed_last: 'teacher',
    });
    await confirm(database, student, id, two.command_id);
    expect(await hint(() => confirm(database, teacher, id, one.command_id))).toBe('proposal_changed');
    expect(await shared(database, people, id)).toMatchObject({
      agreed: termsIn(9),
      student_proposal: null,
      teacher_proposal: null,
    });
  });

  it('what nobody has seen is never confirmed: a replaced proposal is refused', async () => {
    const { id, proposal } = await proposed();
    await move(database, student, id, termsIn(10));
    expect(await hint(() => confirm(database, teacher, id, proposal))).toBe('proposal_changed');
    expect(await hint(() => withdraw(database, student, id, proposal))).toBe('proposal_changed');
  });

  it('a withdrawn proposal leaves the other one, and the last one of a lesson calls it off', async () => {
    const { id, proposal } = await proposed();
    const other = await move(database, teacher, id, termsIn(9));
    await withdraw(database, teacher, id, other.command_id);
    expect(await shared(database, people, id)).toMatchObject({
      status: 'proposed',
      teacher_proposal: null,
      proposed_last: 'student',
    });
    await withdraw(database, student, id, proposal);
    expect(await shared(database, people, id)).toMatchObject({
      status: 'called_off',
      called_off_by: 'student',
      student_proposal: { id: proposal },
    });
    const lesson = await agreed(database, couple, request);
    const change = await move(database, student, lesson, termsIn(11));
    await withdraw(database, student, lesson, change.command_id);
    expect(await shared(database, people, lesson)).toMatchObject({ status: 'confirmed', agreed: termsIn(7) });
  });

  it('once called off stays so, and everything later is refused', async () => {
    const id = await agreed(database, couple, request);
    await callOff(database, teacher, id);
    expect(await shared(database, people, id)).toMatchObject({
      status: 'called_off',
      called_off_by: 'teacher',
      agreed: termsIn(7),
    });
    const late = [
      () => move(database, student, id, termsIn(9)),
      () => confirm(database, student, id, randomUUID()),
      () => withdraw(database, student, id, randomUUID()),
      () => callOff(database, student, id),
      () => tell(database, student, id, 'held'),
    ];
    for (const act of late) expect(await hint(act)).toBe('lesson_over');
  });

  it('the server’s clock alone decides whether a time has passed', async () => {
    expect(await hint(() => propose(database, student, request, { terms: termsIn(-1) }))).toBe(
      'start_passed',
    );
    const id = await agreed(database, couple, request);
    await startAgo(database, id, '5 minutes');
    expect(await hint(() => callOff(database, student, id))).toBe('lesson_started');
    expect(await hint(() => move(database, student, id, termsIn(9)))).toBe('lesson_started');
    const { id: late, proposal } = await proposed();
    await database.query(`update public.lesson_proposals set starts_at = now() where lesson_id = $1`, [late]);
    expect(await hint(() => confirm(database, teacher, late, proposal))).toBe('start_passed');
  });
});

describe('[V21] The time at which a lesson was called off', () => {
  const kept = async (id: string) => {
    const [row] = await database.query<{ at: string | null; by: string | null }>(
      'select to_jsonb(called_off_at) as at, called_off_by as by from public.lessons where id = $1',
      [id],
    );
    return row;
  };
  const shownTo = async (person: string, id: string) =>
    (await lessonsOf(database, person)).find((row) => row.id === id)?.called_off_at ?? null;

  it.each(['call off', 'withdraw'])('is kept and reaches both phones: %s', async (how) => {
    const { id, proposal } = await proposed();
    expect(await kept(id)).toEqual({ at: null, by: null });
    if (how === 'withdraw') await withdraw(database, student, id, proposal);
    else await callOff(database, student, id);
    const row = await kept(id);
    expect(row).toEqual({ at: expect.any(String), by: 'student' });
    for (const person of people) {
      expect(await shownTo(person, id)).toBe(row?.at);
    }
  });

  it('stays the first one where both call off, and goes with a call-off that does not count', async () => {
    const { id } = await proposed();
    const base = (await lessonsOf(database, teacher))[0]?._xid ?? null;
    await callOff(database, student, id);
    const first = await kept(id);
    await callOff(database, teacher, id, 'one', { base });
    expect(await kept(id)).toEqual({ at: first?.at, by: 'both' });
    const second = await proposed(9);
    const seen = (await lessonsOf(database, teacher)).find((row) => row.id === second.id)?._xid ?? null;
    await withdraw(database, student, second.id, second.proposal);
    await move(database, teacher, second.id, termsIn(10), 'one', { base: seen });
    expect(await kept(second.id)).toEqual({ at: null, by: null });
  });

  it('is kept without a side where a request ends, and then reaches nobody', async () => {
    const id = await agreed(database, couple, request);
    await cancel(database, teacher, request);
    expect(await kept(id)).toEqual({ at: expect.any(String), by: null });
    for (const person of people) expect(await shownTo(person, id)).toBeNull();
  });
});

describe('A command that arrives twice', () => {
  /** Each kind, after what it needs: the procedure and its content. */
  const kinds: Record<string, () => Promise<[person: string, procedure: string, content: object]>> = {
    propose: async () => [
      student,
      'propose_lesson($1, $2::text::jsonb)',
      { id: randomUUID(), request_id: request, weeks: 4, terms: termsIn(7) },
    ],
    move: async () => [
      teacher,
      'move_lesson($1, $2::text::jsonb)',
      { id: (await proposed()).id, scope: 'one', terms: termsIn(9) },
    ],
    confirm: async () => {
      const { id, proposal } = await proposed();
      return [teacher, 'confirm_lesson($1, $2::text::jsonb)', { id, scope: 'one', proposal_id: proposal }];
    },
    withdraw: async () => {
      const { id, proposal } = await proposed();
      return [student, 'withdraw_lesson($1, $2::text::jsonb)', { id, scope: 'one', proposal_id: proposal }];
    },
    'call off': async () => [
      teacher,
      'call_off_lesson($1, $2::text::jsonb)',
      { id: (await proposed()).id, scope: 'one' },
    ],
    outcome: async () => {
      const id = await agreed(database, couple, request);
      await startAgo(database, id, '1 hour');
      return [student, 'tell_lesson_outcome($1, $2::text::jsonb)', { id, outcome: 'held' }];
    },
    'payment key': async () => [
      teacher,
      'set_payment_key($1, $2::text::jsonb)',
      { pix_key: '52998224725', pix_name: 'Marina Couto' },
    ],
  };

  it.each(Object.keys(kinds))('%s: has one effect, one notice and one answer', async (kind) => {
    const prepared = await kinds[kind]?.();
    if (!prepared) throw new Error('no such kind');
    const [person, procedure, content] = prepared;
    const command = randomUUID();
    const send = (what: object, by = person) =>
      callAs(database, by, procedure, [command, JSON.stringify(what)]);
    const state = async () => [
      await lessonsOf(database, student),
      await lessonsOf(database, teacher),
      (await pull(database, teacher, 'payment_keys')).rows,
      await inbox(database, student),
      await inbox(database, teacher),
    ];
    const before = await state();
    const first = await send(content);
    const after = await state();
    expect(after).not.toEqual(before);
    expect(await send(content)).toEqual(first);
    expect(await state()).toEqual(after);
    // The same id for something else, or from somebody else, is refused.
    expect((await refusal(() => send({ ...content, more: 1 })))?.code).toBe('PT409');
    expect((await refusal(() => send(content, person === student ? teacher : student)))?.code).toBe('PT409');
    expect(await state()).toEqual(after);
  });

  it.each(Object.keys(kinds))('%s: refused, leaves nothing behind and may be sent again', async (kind) => {
    const prepared = await kinds[kind]?.();
    if (!prepared) throw new Error('no such kind');
    const [person, procedure, content] = prepared;
    const command = randomUUID();
    const wrong = JSON.stringify({ ...content, unknown_field: 1 });
    expect(await hint(() => callAs(database, person, procedure, [command, wrong]))).toBe('invalid_value');
    const [row] = await database.query<{ kept: number }>(
      'select count(*)::int as kept from public.command_log where id = $1',
      [command],
    );
    expect(row).toEqual({ kept: 0 });
    expect(await callAs(database, person, procedure, [command, JSON.stringify(content)])).toMatchObject({
      command_id: command,
    });
  });
});

describe('How it went', () => {
  it('[V21] a lesson is not held before its end, and somebody misses it from its start on', async () => {
    const id = await agreed(database, couple, request);
    const missed = 'student_missed';
    expect(await hint(() => tell(database, teacher, id, missed))).toBe('lesson_not_started');
    expect(await hint(() => tell(database, teacher, id, 'held'))).toBe('lesson_not_started');
    await startAgo(database, id, '58 minutes');
    for (const person of people) {
      expect(await hint(() => tell(database, person, id, 'held'))).toBe('lesson_not_ended');
    }
    await tell(database, teacher, id, missed);
    // Both cannot make it held in its own hour by taking that back.
    expect(await hint(() => tell(database, teacher, id, 'held'))).toBe('lesson_not_ended');
    expect(await shared(database, people, id)).toMatchObject({
      status: 'confirmed',
      teacher_outcome: missed,
      student_outcome: null,
    });
  });

  it('is told after the end, and ends the lesson when both say the same', async () => {
    const id = await agreed(database, couple, request);
    await startAgo(database, id, '1 hour');
    await tell(database, teacher, id, 'held');
    expect(await shared(database, people, id)).toMatchObject({
      status: 'confirmed',
      teacher_outcome: 'held',
    });
    await tell(database, student, id, 'held');
    expect(await shared(database, people, id)).toMatchObject({ status: 'held' });
    expect(await hint(() => tell(database, student, id, 'teacher_missed'))).toBe('lesson_over');
  });

  it('neither side speaks for the other: different words are shown, and count for nobody', async () => {
    const id = await agreed(database, couple, request);
    await startAgo(database, id, '1 hour');
    await tell(database, teacher, id, 'held');
    await tell(database, student, id, 'teacher_missed');
    expect(await shared(database, people, id)).toMatchObject({
      status: 'confirmed',
      student_outcome: 'teacher_missed',
      teacher_outcome: 'held',
    });
    await startAgo(database, id, '20 days');
    await database.query('select public.tend_lessons()');
    expect(await shared(database, people, id)).toMatchObject({ status: 'confirmed' });
    await tell(database, teacher, id, 'teacher_missed');
    expect(await shared(database, people, id)).toMatchObject({ status: 'missed' });
  });

  it('one word alone counts after seven days, none after thirty', async () => {
    const [alone, silent] = [
      await agreed(database, couple, request),
      await agreed(database, couple, request, termsIn(8)),
    ];
    await startAgo(database, alone, '6 days 23 hours');
    await tell(database, student, alone, 'student_missed');
    await database.query('select public.tend_lessons()');
    expect(await shared(database, people, alone)).toMatchObject({ status: 'confirmed' });
    await startAgo(database, alone, '7 days 1 hour');
    await startAgo(database, silent, '31 days');
    await database.query('select public.tend_lessons()');
    expect(await shared(database, people, alone)).toMatchObject({ status: 'missed', teacher_outcome: null });
    expect(await shared(database, people, silent)).toMatchObject({ status: 'confirmed' });
    expect(await hint(() => tell(database, teacher, silent, 'held'))).toBe('too_late');
  });

  it('is told after the request ended too', async () => {
    const id = await agreed(database, couple, request);
    await startAgo(database, id, '1 hour');
    await cancel(database, teacher, request);
    await tell(database, student, id, 'teacher_missed');
    expect(await shared(database, people, id)).toMatchObject({
      status: 'confirmed',
      student_outcome: 'teacher_missed',
    });
  });
});

describe('A series', () => {
  const series = async (weeks = 52, more: Record<string, unknown> = {}) => {
    const id = randomUUID();
    const told = await propose(database, student, request, { id, weeks, ...more });
    return { id, told };
  };

  it('of 52 weeks arrives once, each lesson at the same wall time', async () => {
    const { id, told } = await series();
    const rows = await lessonsOf(database, teacher);
    expect(rows.map((row) => row.id)).toEqual(told.lesson_ids);
    expect(rows.map((row) => row.id)).toEqual(rows.map((_, place) => lessonIdOf(id, place)));
    const expected = expandWeekly({ first: inDays(7), zone: ZONE, weeks: 52 });
    expect(
      rows.map(({ student_proposal: one }) => [one?.starts_local, Date.parse(one?.starts_at ?? '')]),
    ).toEqual(expected.map(({ local, instant }) => [local, instant]));
    expect((await inbox(database, teacher)).filter(({ kind }) => kind === 'lesson.proposed')).toHaveLength(1);
    expect(await hint(() => propose(database, teacher, request, { id, weeks: 3 }))).toBe('lesson_exists');
  });

  it('moving this one and the following from the tenth leaves nine', async () => {
    const { told } = await series();
    const first = told.lesson_ids[0] ?? '';
    const tenth = told.lesson_ids[9] ?? '';
    await confirm(database, teacher, first, told.command_id, 'following');
    const moved = await move(database, teacher, tenth, termsIn(7 + 63 + 1), 'following');
    expect(moved.lesson_ids).toHaveLength(43);
    await confirm(database, student, tenth, moved.command_id, 'following');
    const rows = await lessonsOf(database, student);
    const kept = rows.filter(
      (row, place) =>
        row.agreed?.starts_local ===
        expandWeekly({
          first: inDays(7),
          zone: ZONE,
          weeks: 52,
        })[place]?.local,
    );
    expect(kept.map(({ series_index }) => series_index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const others = rows.slice(9).map(({ agreed: terms }) => terms?.starts_local);
    expect(others).toEqual(
      expandWeekly({ first: inDays(7 + 63 + 1), zone: ZONE, weeks: 43 }).map(({ local }) => local),
    );
  });

  it('two that move different parts leave both proposals where they meet', async () => {
    const { told } = await series(6);
    await confirm(database, teacher, told.lesson_ids[0] ?? '', told.command_id, 'following');
    await move(database, student, told.lesson_ids[4] ?? '', termsIn(40), 'following');
    await move(database, teacher, told.lesson_ids[2] ?? '', termsIn(25), 'following');
    const rows = await lessonsOf(database, student);
    expect(rows.map((row) => [row.student_proposal !== null, row.teacher_proposal !== null])).toEqual([
      [false, false],
      [false, false],
      [false, true],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  it('leaves out what is skipped, and what is called off stays out of later changes', async () => {
    const { told } = await series(5, { skipped: [2] });
    expect((await lessonsOf(database, student)).map(({ series_index }) => series_index)).toEqual([
      0, 1, 3, 4,
    ]);
    await callOff(database, teacher, told.lesson_ids[2] ?? '');
    const moved = await move(database, student, told.lesson_ids[0] ?? '', termsIn(8), 'following');
    expect(moved.lesson_ids).toEqual([0, 1, 3].map((place) => told.lesson_ids[place]));
    const ended = await callOff(database, student, told.lesson_ids[1] ?? '', 'following');
    expect(ended.lesson_ids).toEqual([1, 3].map((place) => told.lesson_ids[place]));
  });

  it('a request has up to 120 open lessons', async () => {
    await series();
    await series(52, { terms: termsIn(8) });
    expect(await hint(() => series(17, { terms: termsIn(9) }))).toBe('too_many_lessons');
    await series(16, { terms: termsIn(9) });
  });
});

describe('Bounds', () => {
  it.each([
    ['starts_local', '2027-02-30T10:00'],
    ['starts_local', '2027-02-01T24:00'],
    ['starts_local', '2027-02-01 10:00'],
    ['starts_local', 'amanhã'],
    ['starts_local', 7],
    ['starts_local', inDays(740)],
    ['zone', 'Brasil/Aqui'],
    ['zone', 'EST5EDT,M3.2.0,M11.1.0'],
    ['zone', 'Foo/Bar+3'],
    ['zone', null],
    ['minutes', 14],
    ['minutes', 481],
    ['minutes', 60.5],
    ['place', 'x'.repeat(201)],
    ['place', 'sala\u0000'.replace('\u0000', '\u0007')],
    ['price_cents', -1],
    ['price_cents', 1_000_001],
    ['outro', 1],
  ])('%s refuses %s', async (field, value) => {
    const refused = await refusal(() =>
      propose(database, student, request, { terms: termsIn(7, { [field]: value }) }),
    );
    expect(refused).toMatchObject({ hint: 'invalid_value' });
    expect(await lessonsOf(database, student)).toEqual([]);
  });

  it.each([
    [{ weeks: 0 }],
    [{ weeks: 53 }],
    [{ weeks: null }],
    [{ weeks: 3, skipped: [0] }],
    [{ weeks: 3, skipped: [3] }],
    [{ weeks: 3, skipped: ['1'] }],
    [{ weeks: 2, skipped: [1, 1] }],
    [{ id: null }],
    [{ request_id: null }],
    [{ terms: null }],
    [{ more: 1 }],
  ])('a proposal refuses %j', async (more) => {
    expect(await hint(() => propose(database, student, request, more))).toBe('invalid_value');
  });

  it('[T033] lessons need an accepted request, and one of its people', async () => {
    const other = await database.createUser({ role: 'student', name: 'Outra' });
    const pending = await ask(database, { ...couple, student: other });
    expect(await hint(() => propose(database, other, pending))).toBe('request_not_accepted');
    expect(await hint(() => propose(database, other, request))).toBe('request_unknown');
    const { id } = await proposed();
    expect(await hint(() => callOff(database, other, id))).toBe('lesson_unknown');
    expect(await hint(() => callOff(database, student, randomUUID()))).toBe('lesson_unknown');
    expect(await lessonsOf(database, other)).toEqual([]);
  });
});

describe('The end of a request', () => {
  it('[T033] calls off what has not begun, and takes place, price and key from both sides', async () => {
    await setKey(database, teacher, '+5511900000002', 'Marina Couto');
    const past = await agreed(database, couple, request);
    await startAgo(database, past, '1 day');
    const coming = await agreed(database, couple, request);
    expect((await pull(database, student, 'payment_keys')).rows).toHaveLength(1);
    await block(database, student, teacher, { name: 'Marina' });
    await endBlocks(database);
    expect(await shared(database, people, past)).toMatchObject({
      status: 'confirmed',
      agreed: { place: null, price_cents: null },
    });
    expect(await shared(database, people, coming)).toMatchObject({
      status: 'called_off',
      called_off_by: null,
      agreed: { place: null, price_cents: null, starts_local: inDays(7) },
    });
    expect((await pull(database, student, 'payment_keys')).rows).toEqual([]);
    expect((await pull(database, teacher, 'payment_keys')).rows).toHaveLength(1);
    expect(await hint(() => propose(database, teacher, request))).toBe('request_not_accepted');
  });

  it('a removed account leaves dates and outcomes to the other side, and nothing typed', async () => {
    await setKey(database, teacher, 'ana@example.com', 'Ana');
    const id = await agreed(database, couple, request);
    await deleteAccount(database, teacher);
    const [row] = await lessonsOf(database, student);
    expect(row).toMatchObject({ id, status: 'called_off', called_off_by: null, agreed: { place: null } });
    const [left] = await database.query<{ places: number; keys: number }>(
      `select (select count(*)::int from public.lessons where id = $1 and num_nonnulls(place, price_cents) > 0) as places,
         (select count(*)::int from public.payment_keys where id = $2) as keys`,
      [id, teacher],
    );
    expect(left).toEqual({ places: 0, keys: 0 });
    expect((await pull(database, student, 'payment_keys')).rows).toEqual([]);
  });
});

describe('The Pix key', () => {
  // «Veem os alunos com uma aula confirmada, para pagar.»
  it('[T087] reaches a student with the first confirmed lesson, changed and removed too', async () => {
    await setKey(database, teacher, '52998224725', 'Marina Couto');
    const { id, proposal } = await proposed();
    expect((await pull(database, student, 'payment_keys')).rows).toEqual([]);
    await confirm(database, teacher, id, proposal);
    const held = async () =>
      (await pull(database, student, 'payment_keys')).rows.map(({ id: owner, pix_key }) => [owner, pix_key]);
    expect(await held()).toEqual([[teacher, '52998224725']]);
    await setKey(database, teacher, '+5511900000002', 'Marina Couto');
    expect(await held()).toEqual([[teacher, '+5511900000002']]);
    await setKey(database, teacher, null, null);
    expect(await held()).toEqual([]);
    expect(await hint(() => setKey(database, student, '52998224725', 'Camila'))).toBe('not_a_teacher');
  });

  it.each([
    ['123', 'Ana'],
    ['Ana@Example.com', 'Ana'],
    ['52998224725', 'Nome comprido demais para um código'],
    ['52998224725', 'Ana Acentuação'],
    ['52998224725', null],
    [null, 'Ana'],
  ])('refuses %s of %s', async (key, name) => {
    expect(await hint(() => setKey(database, teacher, key, name))).toBe('invalid_value');
  });
});

describe('The own data', () => {
  it('contain lessons, proposals and the key', async () => {
    await setKey(database, teacher, '52998224725', 'Marina Couto');
    await proposed();
    const data = await callAs<Record<string, unknown[]>>(database, teacher, 'my_data()');
    expect(data.lesson_proposals).toMatchObject([{ place: 'Estúdio Compasso, sala 2', price_cents: 12_000 }]);
    expect(data.lessons).toMatchObject([{ request_id: request, status: 'proposed' }]);
    expect(data.payment_key).toMatchObject([{ pix_key: '52998224725' }]);
    const other = await callAs<Record<string, unknown[]>>(database, student, 'my_data()');
    expect(other.payment_key).toEqual([]);
  });
});
