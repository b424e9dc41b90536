import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAfterPaint } from './use-after-paint';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const [FIRST, SECOND, THIRD] = [{ name: 'first' }, { name: 'second' }, { name: 'third' }];

it('follows a frame late', async () => {
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value), {
    initialProps: { value: FIRST },
  });
  rerender({ value: SECOND });
  expect(result.current).toBe(FIRST);
  await pass(20);
  expect(result.current).toBe(SECOND);
});

const type = () => window.dispatchEvent(new InputEvent('input'));

it('stays what it was while keys come more often than every 200 ms, then follows the last', async () => {
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value), {
    initialProps: { value: FIRST },
  });
  type();
  rerender({ value: SECOND });
  await pass(120);
  type();
  rerender({ value: THIRD });
  await pass(120);
  expect(result.current).toBe(FIRST);
  await pass(120);
  expect(result.current).toBe(THIRD);
});

it('waits for the next key too, though that changes nothing', async () => {
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value), {
    initialProps: { value: FIRST },
  });
  type();
  rerender({ value: SECOND });
  await pass(120);
  type();
  await pass(120);
  expect(result.current).toBe(FIRST);
  await pass(120);
  expect(result.current).toBe(SECOND);
});

it('does not wait after something was chosen from a list', async () => {
  const { result, rerender } = renderHook(({ value }) => useAfterPaint(value), {
    initialProps: { value: FIRST },
  });
  await pass(1_000);
  window.dispatchEvent(new Event('input'));
  rerender({ value: SECOND });
  await pass(20);
  expect(result.current).toBe(SECOND);
});
