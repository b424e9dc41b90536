import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldsOf } from '@/lib/stored';
import type { Draft } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';
import {
  lessonAt,
  lessonCommand,
  named,
  SERIES,
  series,
  storedSeries,
  TERMS,
} from '../../../tests/support/lesson-samples';
import { changeLesson, type LessonChange, moveLesson } from './lesson-actions';
import { overlaidLessons } from './lesson-overlay';

let queue: StoredCommand[] = [];
const edit = vi.fn();
vi.mock('@/auth/identity', () => ({ presentIdentity: () => ({ userId: 'anna' }) }));
vi.mock('@/outbox/entry', () => ({
  commandsOf: async () => [...queue],
  discard: async (id: string) => {
    queue = queue.filter((command) => command.id !== id);
  },
  edit: (id: string, payload: unknown) => edit(id, payload),
  enqueue: async ({ kind, payload, ...rest }: Draft) => {
    const command = lessonCommand(kind, payload, rest.id ? { id: rest.id, entity: rest.entity } : {});
    queue.push(command);
    return { kind: 'stored', command };
  },
}));

const terms = { ...TERMS, starts_local: '2026-12-04T19:00' };
const change = { id: 'fresh', scope: 'following', terms, weeks: 4, skipped: [2] } satisfies LessonChange;
const kinds = () => queue.map(({ kind, payload }) => ({ kind, ...fieldsOf(payload) }));

beforeEach(() => {
  queue = [];
  edit.mockReset();
  edit.mockImplementation(async (id: string, payload: unknown) => {
    const old = queue.find((command) => command.id === id);
    if (old?.status !== 'rejected') return { kind: 'too-late' };
    const fresh = { ...old, id: 'edited', status: 'queued', payload } as StoredCommand;
    queue = queue.map((command) => (command === old ? fresh : command));
    return { kind: 'stored', command: fresh };
  });
});

describe('A proposal that has not arrived is changed', () => {
  it.each(['queued', 'sending', 'delivered'] as const)(
    'by a change behind it while it is %s',
    async (status) => {
      queue = [series({ status })];
      await changeLesson(lessonAt(overlaidLessons([], queue), 0), change);
      expect(kinds()).toMatchObject([
        { kind: 'lesson.propose', weeks: 4 },
        { kind: 'lesson.move', ...named(0), scope: 'following', terms },
      ]);
    },
  );

  it('in place when the server has refused it, as the same series, from each of its lessons', async () => {
    queue = [series({ status: 'rejected' })];
    await changeLesson(lessonAt(overlaidLessons([], queue), 2), { ...change, weeks: 3 });
    expect(kinds()).toMatchObject([{ kind: 'lesson.propose', id: SERIES, terms, weeks: 3, skipped: [2] }]);
  });

  it('in place, with the changes of all of it that waited behind it, but not those of single lessons', async () => {
    const all = lessonCommand('lesson.move', { ...named(0), scope: 'following', terms: TERMS });
    const single = lessonCommand('lesson.move', { ...named(1), scope: 'one', terms: TERMS });
    queue = [series({ status: 'rejected' }), all, single];
    await changeLesson(lessonAt(overlaidLessons([], queue), 0), change);
    expect(queue.map(({ id }) => id)).toEqual(['edited', single.id]);
  });

  it('under a new id when the server knows another lesson by the old one', async () => {
    const error = { status: 409, code: 'PT409', hint: 'lesson_exists', details: null, why: null };
    queue = [series({ status: 'rejected', error: error as never })];
    await changeLesson(lessonAt(overlaidLessons([], queue), 0), change);
    expect(kinds()).toMatchObject([{ kind: 'lesson.propose', id: 'fresh', terms, weeks: 4, skipped: [2] }]);
  });

  it('by a change behind it when another tab has just sent it again', async () => {
    queue = [series({ status: 'rejected' })];
    const lesson = lessonAt(overlaidLessons([], queue), 0);
    edit.mockResolvedValue({ kind: 'too-late' });
    await changeLesson(lesson, change);
    expect(kinds()).toMatchObject([{ kind: 'lesson.propose' }, { kind: 'lesson.move', terms }]);
  });
});

it('a new write replaces a refused one on the same lesson, and none of another lesson', async () => {
  const refused = lessonCommand(
    'lesson.move',
    { ...named(0), scope: 'following', terms: TERMS },
    { status: 'rejected' },
  );
  queue = [refused];
  const shown = overlaidLessons(storedSeries(), queue);
  await moveLesson(lessonAt(shown, 1), 'one', terms);
  expect(queue[0]?.id).toBe(refused.id);
  await moveLesson(lessonAt(shown, 0), 'one', terms);
  expect(queue.map(({ status }) => status)).toEqual(['queued', 'queued']);
});
