import { expect, test } from 'vitest';
import { Turns } from './turns';

const EVERY = 300_000;
let now = 0;
const turns = () => {
  now = 0;
  return new Turns(
    ['a', 'b', 'c'],
    EVERY,
    () => now,
    () => 1,
  );
};

test('a collection that fails waits ever longer, and the others are pulled meanwhile', () => {
  const all = turns();
  const waits = [2_000, 4_000, 8_000].map((wait) => {
    all.failed(['a']);
    expect(all.wait()).toBe(wait);
    all.hint(['a', 'b']);
    expect(all.wait()).toBe(0);
    all.beginRound();
    expect(all.allDue()).toEqual(['b']);
    expect(all.take('b')).toBe(true);
    now += wait;
    return all.take('a');
  });
  expect(waits).toEqual([true, true, true]);
  all.succeeded('a');
  // The hints that came before the last try are served by it.
  all.beginRound();
  all.take('a');
  expect(all.failing()).toEqual([]);
  expect(all.wait()).toBe(EVERY);
});

test('collections that fail together are tried again together', () => {
  const all = turns();
  all.failed(['a', 'b', 'c']);
  now += all.wait();
  expect(all.allDue()).toEqual(['a', 'b', 'c']);
});

test('a person’s request ends the back-off; during a round it is served by the next one', () => {
  const all = turns();
  all.failed(['a'], 5);
  all.ask(['a']);
  expect(all.wait()).toBe(0);
  all.beginRound();
  expect(all.take('a')).toBe(true);
  all.ask(['a']);
  expect(all.take('a')).toBe(false);
  all.failed(['a']);
  expect(all.wait()).toBe(0);
  all.beginRound();
  expect(all.take('a')).toBe(true);
});

test('several hints before a turn count as one', () => {
  const all = turns();
  expect(all.hint(['b'])).toBe(true);
  all.hint(['b']);
  all.beginRound();
  expect(all.take('b')).toBe(true);
  expect(all.take('b')).toBe(false);
  expect(all.areOver).toBe(true);
});

test('a hint during a round is served by the next one, since the round may have asked before the change', () => {
  const all = turns();
  all.ask();
  all.beginRound();
  all.hint(['b', 'c']);
  expect(all.take('b')).toBe(true);
  expect(all.areOver).toBe(false);
  expect(all.take('c')).toBe(true);
  all.beginRound();
  expect(all.allDue()).toEqual(['a', 'b', 'c']);
});
