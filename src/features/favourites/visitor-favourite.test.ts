// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { storedKeys, writeText } from '@/lib/stored';
import { keepVisitorFavourite, takeVisitorFavourite } from './visitor-favourite';

const LIA = { teacherId: 'lia', name: 'Lia' };
const HOUR = 60 * 60_000;

it('is taken once', () => {
  keepVisitorFavourite(LIA, 0);
  expect(takeVisitorFavourite(HOUR - 1)).toEqual(LIA);
  expect(takeVisitorFavourite(HOUR - 1)).toBeNull();
});

it('expires after an hour, so that the next user of the phone does not get it', () => {
  keepVisitorFavourite(LIA, 0);
  expect(takeVisitorFavourite(HOUR)).toBeNull();
  expect(storedKeys('').length).toBe(0);
});

it('ignores a malformed entry', () => {
  writeText('danceflix_favourite_wish', '{"teacherId":3');
  expect(takeVisitorFavourite(0)).toBeNull();
});
