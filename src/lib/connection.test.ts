import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function fresh() {
  return (await import('./connection')).connection;
}

test('one lost request proves nothing; two in a row mean offline, until a response arrives', async () => {
  const connection = await fresh();
  connection.report(false);
  expect(connection.get()).toBe('online');
  connection.report(false);
  expect(connection.get()).toBe('offline');
  connection.report(true);
  expect(connection.get()).toBe('online');
});

test('an unreachable server is probed ever less often, until it responds', async () => {
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

test("the browser's own 'offline' counts at once", async () => {
  const connection = await fresh();
  window.dispatchEvent(new Event('offline'));
  expect(connection.get()).toBe('offline');
  window.dispatchEvent(new Event('online'));
  expect(connection.get()).toBe('online');
});

test("a response ends 'offline' although the browser still reports it, and one lost request brings it back", async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const connection = await fresh();
  expect(connection.get()).toBe('offline');
  connection.report(true);
  expect(connection.get()).toBe('online');
  connection.report(false);
  expect(connection.get()).toBe('offline');
});

test('a browser that reports offline does not stop the probes', async () => {
  const says = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const connection = await fresh();
  let reached = true;
  const probe = vi.fn(async () => {
    connection.report(reached);
    return reached;
  });
  connection.probeWith(probe);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.get()).toBe('online');
  // The response to a request that was pending when the network went away does not count for long.
  reached = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connection.get()).toBe('offline');
  says.mockReturnValue(true);
  reached = true;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connection.get()).toBe('online');
  const whenBack = probe.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(probe).toHaveBeenCalledTimes(whenBack);
});

test('responses that are late, however many, do not outlast the next probe of a phone without a network', async () => {
  const { default: fc } = await import('fast-check');
  const says = vi.spyOn(navigator, 'onLine', 'get');
  const random = vi.spyOn(Math, 'random');
  // The waits between probes differ by chance: whatever they are, one second and a quarter is the longest first wait.
  const waits = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 12 });
  const pauses = fc.array(fc.integer({ min: 1_300, max: 9_000 }), { minLength: 6, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(waits, pauses, async (chances, times) => {
      vi.resetModules();
      says.mockReturnValue(true);
      let drawn = 0;
      random.mockImplementation(() => chances[drawn++ % chances.length] ?? 0);
      const connection = await fresh();
      connection.probeWith(async () => {
        connection.report(false);
        return false;
      });
      says.mockReturnValue(false);
      window.dispatchEvent(new Event('offline'));
      for (const [place, pause] of times.entries()) {
        connection.report(true, 'rpc/pull_teachers');
        await vi.advanceTimersByTimeAsync(pause);
        expect([place, connection.get()]).toEqual([place, 'offline']);
      }
    }),
    { numRuns: 60 },
  );
});

test('a probe that was asked before the network came back does not end it', async () => {
  const connection = await fresh();
  let fail: () => void = () => undefined;
  const probe = vi.fn(
    () =>
      new Promise<boolean>((resolve) => {
        fail = () => {
          connection.report(false, 'cities');
          resolve(false);
        };
      }),
  );
  connection.probeWith(probe);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(probe).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event('online'));
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.get()).toBe('online');
  // The next one decides.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(probe).toHaveBeenCalledTimes(2);
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.get()).toBe('offline');
});

test("the event 'offline' is verified with a probe too", async () => {
  const connection = await fresh();
  connection.probeWith(async () => {
    connection.report(true);
    return true;
  });
  window.dispatchEvent(new Event('offline'));
  expect(connection.get()).toBe('offline');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.get()).toBe('online');
});

test('one procedure that fails for hours while others respond is no lost connection', async () => {
  const connection = await fresh();
  const changes: string[] = [];
  connection.subscribe((now) => changes.push(now));
  const probe = vi.fn(async () => {
    connection.report(true, 'cities');
    return true;
  });
  connection.probeWith(probe);
  for (let second = 0; second < 600; second += 1) {
    connection.report(false, 'rpc/set_favourite');
    if (second % 5 === 0) connection.report(true, 'rpc/pull_favourites');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(changes).toEqual([]);
  expect(probe.mock.calls.length).toBeLessThan(20);
});

test('the same procedure failing alone leaves the decision to a probe', async () => {
  const connection = await fresh();
  connection.probeWith(async () => {
    connection.report(false, 'cities');
    return false;
  });
  for (let time = 0; time < 5; time += 1) connection.report(false, 'rpc/set_favourite');
  expect(connection.get()).toBe('online');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.get()).toBe('offline');
});

test('with any mix of responses the banner changes a few times a minute at most, and an outage is shown', async () => {
  const { default: fc } = await import('fast-check');
  const outcome = fc.record({
    reached: fc.boolean(),
    endpoint: fc.constantFrom('a', 'b', 'c', undefined),
    wait: fc.integer({ min: 1, max: 4_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { minLength: 150, maxLength: 300, size: 'max' }), async (outcomes) => {
      vi.resetModules();
      const connection = await fresh();
      connection.probeWith(async () => {
        connection.report(false, 'probe');
        return false;
      });
      const changes: number[] = [];
      connection.subscribe(() => changes.push(performance.now()));
      for (const { reached, endpoint, wait } of outcomes) {
        connection.report(reached, endpoint);
        await vi.advanceTimersByTimeAsync(wait);
      }
      for (const at of changes) {
        const within = changes.filter((other) => other >= at && other - at < 60_000);
        expect(within.length).toBeLessThanOrEqual(5);
      }
      connection.report(false, 'a');
      connection.report(false, 'b');
      await vi.advanceTimersByTimeAsync(200_000);
      expect(connection.get()).toBe('offline');
      connection.report(true, 'a');
      expect(connection.get()).toBe('online');
    }),
    { numRuns: 12, seed: 20_261_125, endOnFailure: true },
  );
});
