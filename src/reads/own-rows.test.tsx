import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noRows } from '@/db/memory/private-rows';
import { setPrivateRows } from '@/db/memory/private-store';
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

test('a missing row counts as absent only after a pull that began since', async () => {
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  expect(result.current).toBe('asking');
  await vi.waitFor(() => expect(pulls).toHaveLength(1));
  await over();
  expect(result.current).toBe('nowhere');
});

test('a present row causes no pull', () => {
  renderHook(() => useMissed(null, 'lesson_requests'));
  expect(pulls).toEqual([]);
});

test('without a connection the row is unreachable; with the next connection it is pulled', async () => {
  syncStatus.setState({ connection: 'offline' });
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  expect([result.current, pulls.length]).toEqual(['unreachable', 0]);
  act(() => syncStatus.setState({ connection: 'online' }));
  expect(result.current).toBe('asking');
  await over();
  expect(result.current).toBe('nowhere');
});

test('a failed pull of other collections does not matter', async () => {
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  setPrivateRows({ ...noRows('ana'), failing: ['notifications'] });
  await over();
  expect(result.current).toBe('nowhere');
});

test('a failed pull says nothing about the row', async () => {
  const { result } = renderHook(() => useMissed('r1', 'lesson_requests'));
  setPrivateRows(noRows('ana'));
  await over();
  expect(result.current).toBe('unreachable');
});
