/** Lessons, and commands about them, for unit tests. */
import { type LessonRow, lessonIdOf, type NamedLesson } from '@/db/rows/lesson-fields';
import type { Versioned } from '@/db/rows/row-check';
import { overlaidLessons, type ShownLesson } from '@/features/lessons/lesson-overlay';
import type { RawCommand } from '@/outbox/command';
import type { StoredCommand } from '@/outbox/stored-command';

/** Milliseconds since 1970: two days before the first lesson of the sample series. */
export const NOW = Date.parse('2026-12-01T12:00:00Z');
export const SERIES = '00000000-0000-4000-8000-00000000aa00';
export const TERMS = {
  starts_local: '2026-12-03T18:30',
  zone: 'America/Sao_Paulo',
  minutes: 60,
  place: 'Sala 2',
  price_cents: null,
};

let seq = 0;
export function lessonCommand(kind: string, payload: unknown, part: Partial<RawCommand> = {}): StoredCommand {
  seq += 1;
  return {
    seq,
    id: `c${seq}`,
    kind,
    version: 1,
    entity: { table: 'lessons', id: SERIES },
    payload,
    base: null,
    userId: 'anna',
    visitor: null,
    createdAt: NOW,
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    ...part,
  } as StoredCommand;
}

/** The proposal of four weekly lessons by the student, without the third. */
export const series = (part?: Partial<RawCommand>) =>
  lessonCommand(
    'lesson.propose',
    { id: SERIES, requestId: 'r1', side: 'student', terms: TERMS, weeks: 4, skipped: [2] },
    part,
  );

/** A lesson of the series as commands name it. */
export const named = (index: number): NamedLesson => ({
  lessonId: lessonIdOf(SERIES, index),
  requestId: 'r1',
  seriesId: SERIES,
  index,
});

/** The series as the replica holds it. */
export const storedSeries = (part: Partial<LessonRow> = {}): Versioned<LessonRow>[] =>
  overlaidLessons([], [series()]).map(({ write: _, stored: __, ...row }) => ({
    ...row,
    version: 5,
    ...part,
  }));

/** The lesson at a position in the list; throws without one. */
export function lessonAt(lessons: readonly ShownLesson[], position: number): ShownLesson {
  const lesson = lessons[position];
  if (!lesson) throw new Error(`no lesson at ${position}`);
  return lesson;
}
