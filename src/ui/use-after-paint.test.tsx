import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAfterPaint } from './use-after-paint';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const [FIRST, SECOND, THIRD] = [{ name: 'first' }, { name: 'second' }, { name: 'third' }];

it('follows one frame later', async () => {
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value), {
    initialProps: { value: FIRST },
  });
  rerender({ value: SECOND });
  expect(result.current).toBe(FIRST);
  await pass(20);
  expect(result.current).toBe(SECOND);
});

it('keeps its value during faster changes than the pause, then takes the last one', async () => {
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value, 200), {
    initialProps: { value: FIRST },
  });
  rerender({ value: SECOND });
  await pass(120);
  rerender({ value: THIRD });
  await pass(120);
  expect(result.current).toBe(FIRST);
  await pass(120);
  expect(result.current).toBe(THIRD);
});

it('restarts its pause at each beat, even with the same value', async () => {
  const { result, rerender } = renderHook(({ value, beat }) => useAfterPaint(value, 200, beat), {
    initialProps: { value: FIRST, beat: 'm' },
  });
  rerender({ value: SECOND, beat: 'ma' });
  await pass(120);
  rerender({ value: SECOND, beat: 'mar' });
  await pass(120);
  expect(result.current).toBe(FIRST);
  await pass(120);
  expect(result.current).toBe(SECOND);
});
