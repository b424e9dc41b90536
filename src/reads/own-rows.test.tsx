import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noRows } from '@/db/private-rows';
import { setPrivateRows } from '@/db/private-store';
import { providePrivatePuller, syncStatus } from '@/sync/status';
import { useMissed } from './own-rows';

let pulls: (() => void)[] = [];

beforeEach(() => {
  pulls = [];
  providePrivatePuller(() => new Promise((resolve) => pulls.push(resolve)));
  syncStatus.setState({ connection: 'online' });
  setPrivateRows({ ...noRows('ana'), failed: false, failing: [] });
});
afterEach(() => {
  cleanup();
  providePrivatePuller(null);
  setPrivateRows(null);
});

const over = () =>
  act(async () => {
    for (const resolve of pulls.splice(0)) resolve();
  });

test('what is missed is nowhere only after a pull that began since', async () => {
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  expect(result.current).toBe('asking');
  await vi.waitFor(() => expect(pulls).toHaveLength(1));
  await over();
  expect(result.current).toBe('nowhere');
});

test('nothing is asked for what is there', () => {
  renderHook(() => useMissed(null, 'lesson_requests'));
  expect(pulls).toEqual([]);
});

test('without a connection nobody knows; with the next one it is asked for', async () => {
  syncStatus.setState({ connection: 'offline' });
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  expect([result.current, pulls.length]).toEqual(['unreachable', 0]);
  act(() => syncStatus.setState({ connection: 'online' }));
  expect(result.current).toBe('asking');
  await over();
  expect(result.current).toBe('nowhere');
});

test('a pull of other rows that did not come through does not matter', async () => {
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  setPrivateRows({ ...noRows('ana'), failing: ['notifications'] });
  await over();
  expect(result.current).toBe('nowhere');
});

test('a pull that did not come through says nothing about it', async () => {
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  setPrivateRows(noRows('ana'));
  await over();
  expect(result.current).toBe('unreachable');
});
