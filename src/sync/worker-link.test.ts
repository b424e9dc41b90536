import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logger } from '@/lib/logger';
import { SILENCE } from './heartbeat';
import type { EngineMessage, PageMessage } from './messages';
import { openWorkerLink, type WorkerLink } from './worker-link';

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: EngineMessage }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly got: PageMessage[] = [];
  terminated = false;
  alive = true;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message: PageMessage): void {
    this.got.push(message);
    if (message.type === 'ping' && this.alive) this.say({ type: 'pong' });
  }

  terminate(): void {
    this.terminated = true;
  }

  say(message: EngineMessage): void {
    this.onmessage?.({ data: message });
  }

  get pings(): number {
    return this.got.filter(({ type }) => type === 'ping').length;
  }
}

const end = { receive: vi.fn(), lost: vi.fn(), opened: vi.fn() };
let link: WorkerLink;
const newest = () => FakeWorker.all.at(-1) as FakeWorker;
const ask = (id: number) => link.post({ type: 'ask', id, question: { kind: 'pull-private' } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  FakeWorker.all = [];
  vi.clearAllMocks();
  link = openWorkerLink(end);
  link.post({ type: 'hello', build: null, visible: true });
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an engine that died after its first message is reported lost, and a new one is opened', () => {
  newest().say({ type: 'none' });
  newest().alive = false;
  ask(1);
  vi.advanceTimersByTime(3 * SILENCE);
  expect(FakeWorker.all).toHaveLength(2);
  expect(FakeWorker.all[0]?.terminated).toBe(true);
  expect(end.lost).toHaveBeenCalledTimes(1);
  expect(end.opened).toHaveBeenCalledTimes(1);
  link.post({ type: 'hello', build: null, visible: true });
  expect(newest().got).toContainEqual({ type: 'hello', build: null, visible: true });
});

test('a page that comes back into sight finds out that its engine is dead, although no request is pending', () => {
  newest().say({ type: 'none' });
  link.post({ type: 'visible', visible: false });
  newest().alive = false;
  link.post({ type: 'visible', visible: true });
  vi.advanceTimersByTime(SILENCE - 1);
  expect(end.lost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end.lost).toHaveBeenCalledTimes(1);
  expect(FakeWorker.all).toHaveLength(2);
});

test('an engine that works long on a request is kept as long as it answers pings', () => {
  newest().say({ type: 'none' });
  ask(1);
  vi.advanceTimersByTime(20 * SILENCE);
  expect(newest().pings).toBeGreaterThan(5);
  expect(end.lost).not.toHaveBeenCalled();
  expect(end.receive).not.toHaveBeenCalledWith({ type: 'pong' });
  newest().say({ type: 'answer', id: 1, value: null });
  const { pings } = newest();
  vi.advanceTimersByTime(20 * SILENCE);
  expect(newest().pings).toBeLessThanOrEqual(pings + 1);
});

test('an engine whose script is still loading is not given up', () => {
  newest().alive = false;
  ask(1);
  vi.advanceTimersByTime(20 * SILENCE);
  expect(end.lost).not.toHaveBeenCalled();
});

test('a hidden page gives up no engine, and a page that slept checks again first', () => {
  newest().say({ type: 'none' });
  ask(1);
  link.post({ type: 'visible', visible: false });
  newest().alive = false;
  vi.advanceTimersByTime(20 * SILENCE);
  expect(end.lost).not.toHaveBeenCalled();
  link.post({ type: 'visible', visible: true });
  const { pings } = newest();
  // The phone sleeps: the clock goes on, and the timer is hours late.
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  newest().alive = true;
  vi.advanceTimersByTime(SILENCE);
  expect(newest().pings).toBeGreaterThan(pings);
  expect(end.lost).not.toHaveBeenCalled();
});

test('a page in the back-forward cache ends its worker and frees its locks, and opens another when it returns', () => {
  const turn = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
    globalThis.dispatchEvent(Object.assign(new Event(type), { persisted }));
  const first = newest();
  turn('pagehide', false);
  turn('pageshow', false);
  expect(first.terminated).toBe(false);
  turn('pagehide', true);
  expect(first.terminated).toBe(true);
  turn('pageshow', true);
  expect(newest()).not.toBe(first);
  expect(end.opened).toHaveBeenCalledTimes(1);
  link.close();
  turn('pagehide', true);
  turn('pageshow', true);
  expect(FakeWorker.all).toHaveLength(2);
});
