import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});

async function fresh() {
  return (await import('./connection')).connection;
}

test('one lost request is no proof; two in a row are, until something is answered', async () => {
  const connection = await fresh();
  connection.report(false);
  expect(connection.get()).toBe('online');
  connection.report(false);
  expect(connection.get()).toBe('offline');
  connection.report(true);
  expect(connection.get()).toBe('online');
});

test('an unreachable server is probed ever more seldom, until it answers', async () => {
  const connection = await fresh();
  let reached = false;
  const probe = vi.fn(async () => {
    connection.report(reached);
    return reached;
  });
  connection.probeWith(probe);
  connection.report(false);
  await vi.advanceTimersByTimeAsync(60_000);
  const inFirstMinute = probe.mock.calls.length;
  expect(connection.get()).toBe('offline');
  expect(inFirstMinute).toBeGreaterThanOrEqual(4);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe.mock.calls.length - inFirstMinute).toBeLessThanOrEqual(2);
  reached = true;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connection.get()).toBe('online');
  const whenBack = probe.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(probe).toHaveBeenCalledTimes(whenBack);
});

test("the browser's own word for offline counts at once", async () => {
  const connection = await fresh();
  window.dispatchEvent(new Event('offline'));
  expect(connection.get()).toBe('offline');
  window.dispatchEvent(new Event('online'));
  expect(connection.get()).toBe('online');
});
