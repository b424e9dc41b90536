/** The notebook: who writes and reads it, and what two phones of one person and two people hold who write at once. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LessonNotes, NotebookRow, NotePart } from '../../../src/db/rows/notebook-fields.ts';
import { plan } from '../../../src/features/steps/schedule.ts';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, deleteAccount, refusal } from '../accounts/account-steps.ts';
import { agreed } from './agreement-steps.ts';
import { agree, type Couple, cancel, inbox, lessonWorld, type PrivatePage } from './lesson-steps.ts';
import { block, endBlocks } from './mark-steps.ts';

let database: TestDatabase;
let couple: Couple;
let student: string;
let teacher: string;
let request: string;
let lesson: string;
lessonWorld(async (world) => {
  ({ database, couple, student, teacher } = world);
  request = await agree(database, couple);
  lesson = await agreed(database, couple, request);
});

interface Told {
  version: number;
  row_id: string;
  kept?: boolean;
}

const call = (person: string | null, procedure: string, content: unknown, command: string) =>
  callAs<Told>(database, person, `${procedure}($1, $2::text::jsonb)`, [command, JSON.stringify(content)]);

interface Save {
  part?: NotePart;
  seen?: string | null;
  dropped?: string[];
  command?: string;
}

/** Answers the id of the text with the server's answer. */
async function save(
  person: string | null,
  text: string | null,
  { part = 'notes', seen = null, dropped = [], command = randomUUID() }: Save = {},
) {
  const told = await call(
    person,
    'save_lesson_note',
    { lesson_id: lesson, part, text, seen, dropped },
    command,
  );
  return { ...told, id: command };
}

const tick = (person: string | null, homework: string, done: boolean) =>
  call(person, 'tick_homework', { lesson_id: lesson, homework_id: homework, done }, randomUUID());

type Pulled = NotebookRow & { _xid: number; _deleted: boolean };
const pulled = async (person: string): Promise<Pulled[]> =>
  (await callAs<PrivatePage>(database, person, 'pull_notebook()')).rows as unknown as Pulled[];

async function notes(person: string): Promise<LessonNotes> {
  const row = (await pulled(person)).find(({ id }) => id === lesson);
  if (row?.kind !== 'note') throw new Error('no notes');
  return row.data;
}

const hint = async (act: () => Promise<unknown>) => (await refusal(act))?.hint ?? null;

describe('the notes of a lesson', () => {
  // «leem você e a outra pessoa da aula;»
  it('[T079] are of each side, read by both, and by nobody else', async () => {
    await save(student, '  Giro sem olhar para o chão\nPeso no pé da frente ');
    const { id } = await save(teacher, 'Base em três tempos', { part: 'homework' });
    await save(teacher, 'Pedir mais calma');
    expect(await notes(student)).toMatchObject({
      request_id: request,
      side: 'student',
      mine: { text: 'Giro sem olhar para o chão\nPeso no pé da frente' },
      theirs: { text: 'Pedir mais calma' },
      homework: { id, text: 'Base em três tempos' },
      done_id: null,
      earlier: [],
    });
    expect(await notes(teacher)).toMatchObject({
      side: 'teacher',
      mine: { text: 'Pedir mais calma' },
      theirs: { text: 'Giro sem olhar para o chão\nPeso no pé da frente' },
      homework: { id },
    });
    const stranger = await database.createUser({ role: 'student', name: 'Alguém' });
    expect(await pulled(stranger)).toEqual([]);
    expect(await hint(() => save(stranger, 'Oi'))).toBe('lesson_unknown');
    expect(await hint(() => save(student, 'Dever', { part: 'homework' }))).toBe('not_the_teacher');
    expect(await hint(() => tick(teacher, id, true))).toBe('not_the_student');
    for (const wrong of [
      { lesson_id: lesson, part: 'notes', text: 'x'.repeat(2001), seen: null, dropped: [] },
      { lesson_id: lesson, part: 'secret', text: 'x', seen: null, dropped: [] },
      { lesson_id: lesson, part: 'notes', text: 'x', seen: 'y', dropped: [] },
      { lesson_id: lesson, part: 'notes', text: 'x', seen: null, dropped: ['y'] },
      { lesson_id: lesson, part: 'notes', text: 'x\u0007', seen: null, dropped: [] },
      { lesson_id: lesson, part: 'notes', text: 'x', seen: null, dropped: [], author_id: teacher },
    ]) {
      expect(await hint(() => call(student, 'save_lesson_note', wrong, randomUUID()))).toBe('invalid_value');
    }
  });

  it('arrive once, are changed and emptied, and every answer’s version is what the phone then pulls', async () => {
    const command = randomUUID();
    const first = await save(student, 'Um', { command });
    expect(await save(student, 'Um', { command })).toEqual(first);
    const second = await save(student, 'Dois', { seen: first.id });
    expect(second.kept).toBe(false);
    const emptied = await save(student, null, { seen: second.id });
    expect(await notes(student)).toMatchObject({ mine: null, earlier: [] });
    const row = (await pulled(student)).find(({ id }) => id === lesson);
    expect([emptied.row_id, emptied.version]).toEqual([lesson, row?._xid]);
    const nothing = await save(student, null, { seen: null });
    expect(nothing.version).toBeGreaterThan(emptied.version);
  });

  it('of two phones of one person: the last counts, the other is kept until its author drops it', async () => {
    const begun = await save(student, 'Antes');
    const one = await save(student, 'Do celular', { seen: begun.id });
    const two = await save(student, 'Do tablet', { seen: begun.id });
    expect(two.kept).toBe(true);
    expect(await notes(student)).toMatchObject({
      mine: { id: two.id, text: 'Do tablet' },
      earlier: [{ id: one.id, text: 'Do celular', part: 'notes' }],
    });
    expect((await notes(teacher)).earlier).toEqual([]);
    await save(student, 'Do tablet\n\nDo celular', { seen: two.id, dropped: [one.id] });
    expect(await notes(student)).toMatchObject({ mine: { text: 'Do tablet\n\nDo celular' }, earlier: [] });
  });

  it('keep up to ten earlier texts; an eleventh is refused, and nothing is lost', async () => {
    for (let turn = 0; turn < 11; turn++) await save(student, `Texto ${turn}`);
    expect(await hint(() => save(student, 'Mais um'))).toBe('too_many_texts');
    const { mine, earlier } = await notes(student);
    expect([mine?.text, ...earlier.map(({ text }) => text)].sort()).toEqual(
      Array.from({ length: 11 }, (_, turn) => `Texto ${turn}`).sort(),
    );
    const dropped = earlier.map(({ id }) => id);
    await save(student, 'Mais um', { seen: mine?.id ?? null, dropped });
    expect(await notes(student)).toMatchObject({ mine: { text: 'Mais um' }, earlier: [] });
  });

  it('nobody drops another person’s text', async () => {
    const theirs = await save(teacher, 'Da professora');
    await save(teacher, 'Outro da professora');
    await save(student, 'Do aluno', { dropped: [theirs.id] });
    expect((await notes(teacher)).earlier).toHaveLength(1);
  });
});

describe('homework', () => {
  it('is told once, ticked off by its text, and open again when it changes', async () => {
    const first = await save(teacher, 'Cinco minutos de base', { part: 'homework' });
    await tick(student, first.id, true);
    expect([(await notes(student)).done_id, (await notes(teacher)).done_id]).toEqual([first.id, first.id]);
    const second = await save(teacher, 'Dez minutos de base', { part: 'homework', seen: first.id });
    expect(await notes(student)).toMatchObject({ homework: { id: second.id }, done_id: first.id });
    // An untick of the old text, from a phone that was offline, does not touch the tick of the new one.
    await tick(student, second.id, true);
    await tick(student, first.id, false);
    expect((await notes(teacher)).done_id).toBe(second.id);
    await tick(student, second.id, false);
    expect((await notes(teacher)).done_id).toBeNull();
    const told = (await inbox(database, student)).filter(({ kind }) => kind === 'lesson.homework');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ url: `/student/requests/${request}#aula-${lesson}` });
    expect(`${told[0]?.title} ${told[0]?.body}`).not.toContain('minutos');
  });
});

describe('after the end', () => {
  it.each(['cancel', 'block'] as const)(
    '[T079] by %s both keep what was written before, and what is written later stays with its author',
    async (how) => {
      await save(student, 'Do aluno');
      const homework = await save(teacher, 'Dever', { part: 'homework' });
      const theirs = await save(teacher, 'Da professora');
      if (how === 'cancel') await cancel(database, teacher, request);
      else await block(database, teacher, student);
      await endBlocks(database);
      const before = await notes(student);
      expect(before).toMatchObject({ theirs: { text: 'Da professora' }, homework: { text: 'Dever' } });

      const late = await save(teacher, 'Só para mim', { seen: theirs.id });
      const after = (await pulled(student)).find(({ id }) => id === lesson);
      expect(after?.data).toMatchObject({ mine: { text: 'Do aluno' }, theirs: null });
      // From then on nothing tells that something is being written.
      await save(teacher, 'Só para mim também', { seen: late.id });
      expect((await pulled(student)).find(({ id }) => id === lesson)).toEqual(after);
      expect((await notes(teacher)).mine).toMatchObject({ text: 'Só para mim também' });

      await tick(student, homework.id, true);
      expect((await notes(student)).done_id).toBe(homework.id);
      expect((await notes(teacher)).done_id).toBeNull();
      await save(teacher, 'Outro dever', { part: 'homework', seen: homework.id });
      expect((await notes(student)).homework).toBeNull();
      const told = (await inbox(database, student)).filter(({ kind }) => kind === 'lesson.homework');
      expect(told).toHaveLength(1);
    },
  );

  it('a removed account takes its texts along, and leaves the other’s', async () => {
    await save(student, 'Do aluno');
    await save(teacher, 'Dever', { part: 'homework' });
    await save(teacher, 'Da professora');
    const data = await callAs<Record<string, { text?: string }[]>>(database, student, 'my_data()');
    expect(data.lesson_notes?.map(({ text }) => text)).toEqual(['Do aluno']);
    expect(data.lesson_notes_received?.map(({ text }) => text).sort()).toEqual(['Da professora', 'Dever']);
    await deleteAccount(database, teacher);
    expect(await notes(student)).toMatchObject({ mine: { text: 'Do aluno' }, theirs: null, homework: null });
    const left = await database.query<{ text: string }>(
      'select text from public.lesson_texts where lesson_id = $1',
      [lesson],
    );
    expect(left).toEqual([{ text: 'Do aluno' }]);
  });
});

describe('steps', () => {
  const mark = (
    state: string | null,
    { step = 'forro-base', at = '2026-11-26T03:00:00.000Z', person = student } = {},
  ) => call(person, 'mark_step', { step, state, at }, randomUUID());
  const review = (
    rating: unknown,
    { at = '2026-11-26T03:00:00.000Z', command = randomUUID(), step = 'forro-base' } = {},
  ) => call(student, 'review_step', { step, rating, at }, command);
  let rows: Pulled[];
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ data }) => data);
  beforeEach(async () => {
    await mark('learning');
  });

  it('[T079] a mark is one row per step, in the state that arrived last, and a person’s own', async () => {
    const { row_id, version } = await mark('known');
    rows = await pulled(student);
    expect(ofKind('mark')).toEqual([expect.objectContaining({ step: 'forro-base', state: 'known' })]);
    expect(rows.find(({ id }) => id === row_id)?._xid).toBe(version);
    await mark(null);
    rows = await pulled(student);
    expect(ofKind('mark')).toEqual([expect.objectContaining({ state: null })]);
    expect(await pulled(teacher)).toEqual([]);
    for (const wrong of [{ step: 'Forró!' }, { at: 'ontem' }, { at: '2026-13-41T25:00:00Z' }]) {
      expect(await hint(() => mark('known', wrong))).toBe('invalid_value');
    }
    expect(await hint(() => mark('forgotten'))).toBe('invalid_value');
  });

  it('a review that arrives twice is one; those of two phones are all kept, and plan the same on both', async () => {
    const command = randomUUID();
    await review(3, { command });
    await review(3, { command });
    await review(1, { at: '2026-11-24T03:00:00.000Z' });
    rows = await pulled(student);
    const log = rows.flatMap((row) => (row.kind === 'review' ? [{ ...row.data, id: row.id }] : []));
    expect(log.map(({ rating }) => rating).sort()).toEqual([1, 3]);
    const marks = rows.flatMap((row) => (row.kind === 'mark' ? [row.data] : []));
    const now = Date.parse('2026-11-26T12:00:00Z');
    expect(plan(marks, log, now)).toEqual(plan(marks, log.toReversed(), now));
    for (const rating of [0, 5, 2.5, '3', null]) {
      expect(await hint(() => review(rating))).toBe('invalid_value');
    }
  });

  it('a clock that is ahead or years behind counts as now, or as a year ago', async () => {
    await review(3, { at: '2031-01-01T00:00:00Z' });
    await review(3, { at: '1970-01-01T00:00:00Z' });
    const [first] = await database.query<{ ahead: boolean; behind: boolean }>(
      `select bool_and(reviewed_at <= now()) as ahead, bool_and(reviewed_at > now() - interval '367 days') as behind
       from public.step_reviews where person_id = $1`,
      [student],
    );
    expect(first).toEqual({ ahead: true, behind: true });
  });

  it('bounds hold: 500 steps, 1000 reviews of one', async () => {
    await database.query(
      `insert into public.step_marks (person_id, step, state, marked_at)
       select $1, 'passo-' || n, 'known', now() from generate_series(1, 499) n`,
      [student],
    );
    expect(await hint(() => mark('known', { step: 'um-a-mais' }))).toBe('too_many_steps');
    expect(await mark('known')).toMatchObject({ row_id: expect.any(String) });
    await database.query(
      `insert into public.step_reviews (id, person_id, step, rating, reviewed_at)
       select gen_random_uuid(), $1, 'forro-base', 3, now() from generate_series(1, 1000) n`,
      [student],
    );
    expect(await hint(() => review(3))).toBe('too_many_reviews');
  });
});
