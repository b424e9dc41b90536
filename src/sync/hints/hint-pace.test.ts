import { expect, it } from 'vitest';
import { HINT_JITTER, HintPace } from './hint-pace';

it('delays hints that bring rows by a random moment only', () => {
  const pace = new HintPace();
  for (let now = 0; now < 10_000; now += 1_000) {
    expect(pace.wait(now, 0)).toBe(0);
    expect(pace.wait(now, 0.5)).toBe(HINT_JITTER / 2);
    pace.ended(now, true);
  }
});

it('follows hints that bring nothing ever less often, from the third on, up to five minutes apart', () => {
  const pace = new HintPace();
  const rests: number[] = [];
  let now = 0;
  for (let hints = 0; hints < 10; hints += 1) {
    const wait = pace.wait(now, 0);
    rests.push(wait / 1_000);
    now += wait;
    pace.ended(now, false);
  }
  expect(rests).toEqual([0, 0, 10, 20, 40, 80, 160, 300, 300, 300]);
});

it('counts the pause from the last pull, and starts over once rows arrive', () => {
  const pace = new HintPace();
  for (const now of [0, 0, 0]) pace.ended(now, false);
  expect(pace.wait(5_000, 0)).toBe(15_000);
  expect(pace.wait(60_000, 0)).toBe(0);
  pace.ended(60_000, true);
  expect(pace.wait(60_000, 0)).toBe(0);
});
