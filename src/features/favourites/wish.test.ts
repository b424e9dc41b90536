// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { keepWish, takeWish } from './wish';

const LIA = { teacherId: 'lia', name: 'Lia' };
const HOUR = 60 * 60_000;

beforeEach(() => localStorage.clear());

it('is taken once', () => {
  keepWish(LIA, 0);
  expect(takeWish(HOUR - 1)).toEqual(LIA);
  expect(takeWish(HOUR - 1)).toBeNull();
});

it('holds for an hour, so that nobody who comes later finds it done', () => {
  keepWish(LIA, 0);
  expect(takeWish(HOUR)).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('is nothing when somebody else wrote it', () => {
  localStorage.setItem('danceflix_favourite_wish', '{"teacherId":3');
  expect(takeWish(0)).toBeNull();
});
