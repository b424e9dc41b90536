import { expect, it } from 'vitest';
import type { Ack } from '../command';
import { holdsLessons } from './lesson-parts';

const ack = (answer: Record<string, unknown>, version: number | null = 7): Ack => ({
  version,
  answer,
  at: 0,
  settled: false,
});
const holding = (...lessons: [string, number][]) => ({ lessons: new Map(lessons) });

it('an overlay stays until every lesson that the command changed is here', () => {
  const both = ack({ lesson_ids: ['a', 'b'] });
  expect(holdsLessons(['a'], both, holding(['a', 7], ['b', 8]))).toBe(true);
  expect(holdsLessons(['a'], both, holding(['a', 7], ['b', 6]))).toBe(false);
  expect(holdsLessons(['a'], both, holding(['a', 7]))).toBe(false);
  expect(holdsLessons(['a'], both, { lessons: null })).toBe(false);
});

it('an answer that names no lessons is about the named ones', () => {
  expect(holdsLessons(['a'], ack({}), holding(['a', 7]))).toBe(true);
  expect(holdsLessons(['a', 'b'], ack({}), holding(['a', 7]))).toBe(false);
  expect(holdsLessons(['a'], ack({}, null), holding(['a', 7]))).toBe(false);
});
