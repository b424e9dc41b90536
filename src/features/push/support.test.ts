import { afterEach, expect, test, vi } from 'vitest';
import { env } from '@/lib/env';
import { hindrance } from './support';

const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile';
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15';

interface Phone {
  userAgent?: string;
  touch?: number;
  installed?: boolean;
  push?: boolean;
  keys?: boolean;
}

function on({ userAgent = PIXEL, touch = 5, installed = false, push = true, keys = true }: Phone) {
  const serviceWorker = new EventTarget();
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: touch, serviceWorker, standalone: installed });
  vi.stubGlobal('Notification', class {});
  const has = window as unknown as Record<string, unknown>;
  if (push) has.PushManager = class {};
  else delete has.PushManager;
  env.firebase.apiKey = keys ? 'key' : '';
  return hindrance();
}
afterEach(() => vi.unstubAllGlobals());

test('push is possible in a browser with push and a build with keys', () => {
  expect(on({})).toBeNull();
  expect(on({ userAgent: IPAD, touch: 0 })).toBeNull();
});

test('the hindrance is named: the browser first, then the keys', () => {
  expect(on({ push: false })).toBe('unsupported');
  expect(on({ push: false, keys: false })).toBe('unsupported');
  expect(on({ keys: false })).toBe('noKeys');
});

test.each([IPHONE, IPAD])('on iOS the app must be installed first: %s', (userAgent) => {
  expect(on({ userAgent, push: false })).toBe('installFirst');
  expect(on({ userAgent, installed: true })).toBeNull();
});
