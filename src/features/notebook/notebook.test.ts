import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearIdentity, setIdentity } from '@/auth/identity';
import type { LessonNotes, NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { fieldsOf } from '@/lib/stored';
import type { Ack, Command } from '@/outbox/command';
import { homeworkTick } from '@/outbox/commands/homework-tick';
import { type NoteSave, noteSave } from '@/outbox/commands/note-save';
import { commandsOf } from '@/outbox/entry';
import type { Held } from '@/outbox/kind';
import type { StoredCommand } from '@/outbox/stored-command';
import { saveNote, tickHomework } from './actions';
import { notesOf } from './overlay';

const ME = '00000000-0000-4000-8000-00000000000a';
const LESSON = '00000000-0000-4000-8000-0000000000aa';
const NAMED = { lessonId: LESSON, requestId: 'r', seriesId: null, index: null };
const NOTED = { id: LESSON, request_id: 'r', side: 'student' } as const;

const written = (id: string, text: string) => ({ id, text, written_at: '2026-11-26T12:00:00Z' });
const row = (data: Partial<LessonNotes>, version = 5): Versioned<NotebookRow> => ({
  id: LESSON,
  kind: 'note',
  version,
  data: {
    request_id: 'r',
    side: 'student',
    mine: null,
    theirs: null,
    homework: null,
    done_id: null,
    earlier: [],
    ...data,
  },
});
const save = (id: string, more: Partial<NoteSave>, status = 'queued'): StoredCommand =>
  ({
    id,
    kind: 'note.save',
    version: 1,
    entity: { table: 'lesson_notes', id: LESSON },
    payload: { ...NAMED, part: 'notes', text: 'Texto', seen: null, dropped: [], ...more },
    createdAt: 0,
    status,
    ack: null,
  }) as unknown as StoredCommand;

test('a text is shown at once; one that its author had not seen stays beside it, until it is let go', () => {
  const rows = [row({ mine: written('a', 'Do tablet') })];
  const seen = notesOf(NOTED, rows, [save('b', { text: 'Do celular', seen: 'a' })]);
  expect([seen.mine?.text, seen.earlier]).toEqual(['Do celular', []]);
  const unseen = notesOf(NOTED, rows, [save('b', { text: 'Do celular', seen: 'x' })]);
  expect(unseen.mine?.text).toBe('Do celular');
  expect(unseen.earlier).toEqual([{ ...written('a', 'Do tablet'), part: 'notes' }]);
  const joined = [save('b', { text: 'Do celular', seen: 'x' }), save('c', { seen: 'b', dropped: ['a'] })];
  expect(notesOf(NOTED, rows, joined).earlier).toEqual([]);
});

test('a refused text is not shown as written, and is what the form begins with', () => {
  const refused = save('b', { text: 'Não coube' }, 'rejected');
  const shown = notesOf(NOTED, [row({ mine: written('a', 'Antes') })], [refused, save('c', { seen: 'a' })]);
  expect([shown.mine?.text, shown.write]).toEqual(['Texto', refused]);
});

test('unticking an older homework leaves the tick of the present one', () => {
  const tick = (homeworkId: string, done: boolean) =>
    ({ payload: { lessonId: LESSON, requestId: 'r', homeworkId, done } }) as Command<{
      lessonId: string;
      requestId: string;
      homeworkId: string;
      done: boolean;
    }>;
  const notes = { ...(row({}).data as LessonNotes), done_id: 'new' };
  expect(homeworkTick.apply(notes, tick('old', false)).done_id).toBe('new');
  expect(homeworkTick.apply(notes, tick('new', false)).done_id).toBeNull();
});

test('a write is caught up with when the row that the answer names is here in its version', () => {
  const ack = { version: 7, answer: { row_id: LESSON } } as unknown as Ack;
  const caughtUp = (version: number | null) =>
    noteSave.caughtUp({} as Command<NoteSave>, ack, {
      notebook: version === null ? null : new Map([[LESSON, version]]),
    } as unknown as Held);
  expect([null, 6, 7, 8].map(caughtUp)).toEqual([false, false, true, true]);
});

const readSave = (payload: unknown) => {
  const { text, seen, dropped } = fieldsOf(payload);
  return { text, seen, dropped };
};
const saved = async () => (await commandsOf(ME)).map(({ id, payload }) => ({ id, ...readSave(payload) }));

beforeEach(() =>
  setIdentity({
    userId: ME,
    email: 'camila@example.com',
    role: 'student',
    name: 'Camila',
    imageUrl: null,
    termsDue: null,
    state: 'active',
  }),
);
afterEach(() => clearIdentity());

test('an unsent text is replaced by a form that has seen it; one from another tab is kept before it', async () => {
  await saveNote(NAMED, { part: 'notes', text: 'Um', seen: 'server', dropped: [] });
  const [first] = await saved();
  await saveNote(NAMED, { part: 'notes', text: 'Dois', seen: first?.id ?? '', dropped: ['x'] });
  const [second, ...others] = await saved();
  expect(others).toEqual([]);
  // The server never hears of the replaced one.
  expect(second).toMatchObject({ text: 'Dois', seen: 'server', dropped: ['x'] });

  await saveNote(NAMED, { part: 'notes', text: 'Outra aba', seen: 'server', dropped: [] });
  expect((await saved()).map(({ text, seen }) => [text, seen])).toEqual([
    ['Dois', 'server'],
    ['Outra aba', 'server'],
  ]);
  await tickHomework(NAMED, 'h', true);
  await tickHomework(NAMED, 'h', false);
  const ticks = (await commandsOf(ME)).filter(({ kind }) => kind === 'homework.tick');
  expect(ticks.map(({ payload }) => payload)).toEqual([
    { lessonId: LESSON, requestId: 'r', homeworkId: 'h', done: false },
  ]);
});
