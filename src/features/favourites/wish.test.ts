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

it('expires after an hour, so that the next user of the phone does not get it', () => {
  keepWish(LIA, 0);
  expect(takeWish(HOUR)).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('ignores a malformed entry', () => {
  localStorage.setItem('danceflix_favourite_wish', '{"teacherId":3');
  expect(takeWish(0)).toBeNull();
});
