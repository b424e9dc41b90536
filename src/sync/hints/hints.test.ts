/** Connections that are refused: ever rarer, and at once when something has changed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { subscribe } from './hints';

const HOUR = 60 * 60_000;
let attempts: number[] = [];
let tokens: (string | undefined)[] = [];
let tell: (status: string) => void = () => undefined;
let answer: string | null = null;

vi.mock('@/lib/realtime', () => ({
  createRealtimeClient: () => {
    attempts.push(performance.now());
    let token: string | undefined;
    return {
      setAuth: async (given: string) => {
        token = given;
      },
      channel: () => ({
        on: () => undefined,
        subscribe: (told: (status: string) => void) => {
          tokens.push(token);
          tell = told;
          if (answer) told(answer);
        },
      }),
      removeChannel: async () => 'ok',
      disconnect: async () => 'ok',
    };
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  attempts = [];
  tokens = [];
  answer = 'CHANNEL_ERROR';
});
afterEach(() => {
  vi.useRealTimers();
});

const listener = () => ({ onHint: vi.fn(), onConnected: vi.fn(), onLost: vi.fn() });
const settled = () => vi.advanceTimersByTimeAsync(0);

it('asks a server that refuses ever less often, at least five and at most ten minutes apart in the end', async () => {
  const { stop } = subscribe('public:changes', ['teachers'], listener());
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  expect(attempts.length).toBeLessThan(55);
  const waits = attempts.slice(1).map((at, before) => at - (attempts[before] ?? 0));
  for (const wait of waits.slice(12)) {
    expect(wait).toBeGreaterThanOrEqual(5 * 60_000);
    expect(wait).toBeLessThanOrEqual(10 * 60_000 + 1);
  }
  expect(new Set(waits.slice(12).map(Math.round)).size).toBeGreaterThan(1);
  stop();
  const made = attempts.length;
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(attempts.length).toBe(made);
});

it('tries at once with a network and with a new token, and only while it has no connection', async () => {
  const hears = listener();
  const { renew, stop } = subscribe('user:anna', ['profile'], hears, 'first');
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  const made = attempts.length;
  globalThis.dispatchEvent(new Event('online'));
  await settled();
  expect(attempts.length).toBe(made + 1);
  answer = 'SUBSCRIBED';
  renew('second');
  await settled();
  expect([attempts.length, tokens.at(-1)]).toEqual([made + 2, 'second']);
  expect(hears.onConnected).toHaveBeenCalledTimes(1);
  globalThis.dispatchEvent(new Event('online'));
  renew('third');
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(attempts.length).toBe(made + 2);
  stop();
});

it('returns within a second after a connection that worked, later after one that is cut at once', async () => {
  answer = 'SUBSCRIBED';
  const hears = listener();
  const { stop } = subscribe('public:changes', ['teachers'], hears);
  await vi.advanceTimersByTimeAsync(HOUR);
  tell('CHANNEL_ERROR');
  expect(hears.onLost).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(attempts.length).toBe(2);
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  for (let cut = 0; cut < 8; cut += 1) {
    tell('CLOSED');
    await vi.advanceTimersByTimeAsync(0.75 * 2 ** (cut + 1) * 1_000 + 1);
  }
  expect(attempts.length).toBe(10);
  tell('CLOSED');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts.length).toBe(10);
  random.mockRestore();
  stop();
});
