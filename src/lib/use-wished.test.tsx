import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useWished } from './use-wished';

test('a press is shown at once, and says that it is being stored until the actual value follows', () => {
  const { result, rerender } = renderHook(({ actual }) => useWished(actual), {
    initialProps: { actual: 'a' },
  });
  expect(result.current).toMatchObject({ shown: 'a', isStoring: false });
  act(() => result.current.wish('b'));
  expect(result.current).toMatchObject({ shown: 'b', isStoring: true });
  rerender({ actual: 'b' });
  expect(result.current).toMatchObject({ shown: 'b', isStoring: false });
  // Another phone has written.
  rerender({ actual: 'c' });
  expect(result.current).toMatchObject({ shown: 'c', isStoring: false });
});

test('a press whose write failed is taken back', () => {
  const { result } = renderHook(() => useWished(1));
  act(() => result.current.wish(2));
  act(() => result.current.forget());
  expect(result.current).toMatchObject({ shown: 1, isStoring: false });
});
