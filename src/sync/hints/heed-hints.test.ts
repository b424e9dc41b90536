import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heedHints } from './heed-hints';
import type { HintListener } from './hints';

type Name = 'teachers' | 'content';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** `brings`: the outcome for each hint's content. */
function heed(brings: 'no' | 'yes' | 'too late' | 'gap') {
  let listener: HintListener<Name> | null = null;
  const followed: Name[] = [];
  heedHints<Name>(
    (given) => {
      listener = given;
      return () => undefined;
    },
    new AbortController().signal,
    {
      pace: () => 500,
      hinted: (name) => followed.push(name),
      bring: (_name, _content, pullInstead) => {
        if (brings === 'too late' || brings === 'gap') pullInstead(brings === 'too late');
        return brings !== 'no';
      },
      joined: () => true,
      missed: () => undefined,
      spread: 0,
    },
  );
  const hint = (name: Name) => listener?.onHint(name, {});
  return { hint, followed };
}

it('pulls after a hint whose content is of no use, known at once or later', () => {
  for (const brings of ['no', 'too late'] as const) {
    const { hint, followed } = heed(brings);
    hint('teachers');
    vi.advanceTimersByTime(499);
    expect(followed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(followed).toEqual(['teachers']);
  }
});

it('pulls nothing after a hint whose rows were taken', () => {
  const { hint, followed } = heed('yes');
  hint('teachers');
  vi.advanceTimersByTime(10 * 60_000);
  expect(followed).toEqual([]);
});

it('spreads the pulls for a gap over a minute, one for all hints that arrive meanwhile', () => {
  const { hint, followed } = heed('gap');
  hint('teachers');
  vi.advanceTimersByTime(29_000);
  hint('teachers');
  expect(followed).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(followed).toEqual(['teachers']);
  vi.advanceTimersByTime(10 * 60_000);
  expect(followed).toEqual(['teachers']);
});
