import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestOf } from '../digest';
import { showOnIcon } from './app-badge';
import { keepAwake } from './awake';
import { touchPoints, userAgent } from './device';
import { matchesMedia, media } from './media';
import { mayBeOnline, serviceWorkers, told, webLocks } from './navigator';
import { freshId, secretBytes, secretId } from './random';
import { canShare, copyText, share } from './share';

const fails = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const refuses = new Proxy({}, { get: fails, has: fails });
/** Answers that no code expects. */
const NONSENSE: readonly [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'talvez'],
  ['no number', Number.NaN],
  ['an empty object', {}],
];
const PROPERTIES = [
  ...[
    'canShare',
    'clearAppBadge',
    'clipboard',
    'connection',
    'locks',
    'maxTouchPoints',
    'onLine',
    'permissions',
  ],
  ...['serviceWorker', 'setAppBadge', 'share', 'standalone', 'storage', 'userAgent'],
];

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function expectDoubt() {
  expect([mayBeOnline(), told('standalone') === true]).toEqual([true, false]);
  expect([serviceWorkers(), webLocks(), touchPoints()]).toEqual([undefined, undefined, 0]);
  expect(userAgent()).toBeTypeOf('string');
  expect([canShare(), canShare({ title: 'Aula' }), await copyText('texto')]).toEqual([false, false, false]);
  expect(await share({ title: 'Aula' })).toBe('refused');
  expect(() => showOnIcon('unread', 1)).not.toThrow();
}

describe('a navigator in doubt may be online and can do nothing', () => {
  it.each([...NONSENSE, ['a refusal of everything', refuses]])('%s', async (_, answer) => {
    vi.stubGlobal('navigator', answer);
    await expectDoubt();
  });

  it.each(NONSENSE)('%s, in each property', async (_, answer) => {
    vi.stubGlobal('navigator', Object.fromEntries(PROPERTIES.map((name) => [name, answer])));
    await expectDoubt();
  });

  it('methods that fail', async () => {
    const methods = { share: fails, canShare: fails, setAppBadge: fails, clipboard: { writeText: fails } };
    vi.stubGlobal('navigator', methods);
    expect([canShare({ title: 'Aula' }), await copyText('texto')]).toEqual([false, false]);
    expect(await share({ title: 'Aula' })).toBe('refused');
    expect(() => showOnIcon('unread', 2)).not.toThrow();
  });
});

describe('a wake lock in doubt is asked for and let go without a fault', () => {
  const answers = [...NONSENSE, ['a failure', { release: fails }]] satisfies [string, unknown][];
  it.each(answers)('%s', async (_, lock) => {
    const request = vi.fn(async () => lock);
    vi.stubGlobal('navigator', { wakeLock: { request } });
    const letGo = keepAwake();
    await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
    await Promise.resolve();
    expect(letGo).not.toThrow();
    vi.stubGlobal('navigator', { wakeLock: lock });
    expect(() => keepAwake()()).not.toThrow();
  });
});

describe('a media query in doubt does not match, and is followed without a fault', () => {
  const answers = NONSENSE.map(([what, answer]): [string, unknown] => [what, () => answer]);
  it.each([...NONSENSE, ...answers, ['a failure', fails]])('%s', (_, answer) => {
    vi.stubGlobal('matchMedia', answer);
    expect(matchesMedia('print')).toBe(false);
    expect(() => media('print').follow(() => undefined)()).not.toThrow();
  });
});

describe('without Web Crypto there are still ids, but no secrets', () => {
  it.each([...NONSENSE, ['a refusal of everything', refuses]])('%s', async (_, answer) => {
    vi.stubGlobal('crypto', answer);
    const ids = Array.from({ length: 100 }, freshId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(UUID);
    expect([secretId(), secretBytes(4)]).toEqual([null, null]);
    await expect(digestOf('texto')).rejects.toThrow();
  });
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

it('makes ids of version 4 without `randomUUID`, which pages over plain http lack', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 2_000 }, () => secretId() ?? '');
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(2_000);
  // Every random digit takes every value.
  const digits = (place: number) => new Set(ids.map((id) => id[place])).size;
  expect([digits(0), digits(9), digits(15), digits(19), digits(35)]).toEqual([16, 16, 16, 4, 16]);
});

it('tells a closed share sheet from one that does not work', async () => {
  const ends = (name: string) => vi.fn(() => Promise.reject(new DOMException('…', name)));
  vi.stubGlobal('navigator', { share: ends('AbortError') });
  expect(await share({})).toBe('closed');
  vi.stubGlobal('navigator', { share: ends('NotAllowedError') });
  expect(await share({})).toBe('refused');
  vi.stubGlobal('navigator', { share: async () => undefined });
  expect(await share({})).toBe('shared');
});

it('follows a media query until it is told to stop', () => {
  const list = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => list);
  const heard = vi.fn();
  const stop = media('print').follow(heard);
  list.dispatchEvent(new Event('change'));
  stop();
  list.dispatchEvent(new Event('change'));
  expect([heard.mock.calls.length, matchesMedia('print')]).toEqual([1, true]);
});
