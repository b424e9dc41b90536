import { beforeEach, expect, test, vi } from 'vitest';
import type { PushRecord } from '@/auth/push-record';
import { isDue, refreshPush } from './refresh';
import type { SubscriptionRow } from './subscriptions';

const DAY = 24 * 60 * 60_000;
const OLD = 'https://push.example/old';
const NEW = 'https://push.example/new';
const TOKEN = 't'.repeat(120);

let record: PushRecord | null;
let row: SubscriptionRow | null;
let endpoint: string | null;
let permission: NotificationPermission;
/** The mocked Firebase's next answer. */
let given: { token: string; endpoint: string } | null;
let answer: 'registered' | 'notSaved' | 'notSignedIn';
let isVisitorHere = false;
const calls: string[] = [];

vi.mock('@/auth/identity', () => ({ presentIdentity: () => ({ userId: 'ana' }) }));
vi.mock('@/auth/push-record', () => ({
  readPushRecord: () => record,
  writePushRecord: ({ checkedAt }: PushRecord) => calls.push(`checked ${checkedAt > 0}`),
}));
vi.mock('./visitor', () => ({
  isVisitorDue: () => isVisitorHere,
  reachVisitor: async () => void calls.push('visitor'),
}));
vi.mock('@/lib/connection', () => ({ connection: { get: () => 'online' } }));
vi.mock('@/lib/push-subscription', () => ({
  pushSubscription: async () => (endpoint === null ? null : { endpoint }),
  silencePush: async () => void calls.push('silence'),
}));
vi.mock('./support', () => ({ hindrance: () => null }));
vi.mock('./actions', () => ({ forgetThisPhone: async () => void calls.push('forget') }));
vi.mock('./subscriptions', () => ({
  findAny: async () => row,
  switchOff: async (_: string, which: string | null) => void calls.push(`off ${which}`),
}));
vi.mock('./register', () => ({
  currentToken: async () => given && { token: given.token, subscription: { endpoint: given.endpoint } },
  register: async () => {
    calls.push('register');
    return answer === 'registered'
      ? { kind: answer, record: { ...record, endpoint: given?.endpoint } }
      : { kind: answer };
  },
}));

beforeEach(() => {
  const now = Date.now();
  record = {
    userId: 'ana',
    endpoint: OLD,
    token: TOKEN,
    release: 'word',
    expiresAt: now + 20 * DAY,
    checkedAt: now - 2 * DAY,
  };
  row = { token: TOKEN, isActive: true, failures: 0, expiresAt: now + 20 * DAY };
  endpoint = OLD;
  permission = 'granted';
  given = { token: TOKEN, endpoint: OLD };
  answer = 'registered';
  isVisitorHere = false;
  calls.length = 0;
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
  });
});

test('a start asks the server only once a day, seven days before the token expires, or when the subscription has changed', () => {
  const now = 1_000 * DAY;
  const fresh: PushRecord = {
    userId: 'ana',
    endpoint: OLD,
    token: TOKEN,
    release: 'word',
    expiresAt: now + 7 * DAY + 1,
    checkedAt: now,
  };
  expect(isDue(fresh, OLD, now)).toBe(false);
  expect(isDue(fresh, OLD, now + 1)).toBe(true);
  expect(isDue({ ...fresh, checkedAt: now - DAY }, OLD, now)).toBe(true);
  expect(isDue(fresh, NEW, now)).toBe(true);
  expect(isDue(fresh, null, now)).toBe(true);
  expect(isDue({ ...fresh, release: null }, OLD, now)).toBe(true);
});

test('an unchanged token far from its expiry only updates the record', async () => {
  await refreshPush();
  expect(calls).toEqual(['checked true']);
});

test('a token about to expire is saved again, and so is one without a release word', async () => {
  const kept = record;
  if (kept) record = { ...kept, expiresAt: Date.now() + 6 * DAY };
  await refreshPush();
  expect(calls).toEqual(['register']);
  if (kept) record = { ...kept, checkedAt: Date.now(), release: null };
  await refreshPush();
  expect(calls).toEqual(['register', 'register']);
});

test('a new token replaces the former one, and the row of a former endpoint is switched off', async () => {
  given = { token: 'u'.repeat(120), endpoint: OLD };
  await refreshPush();
  expect(calls).toEqual(['register']);
  calls.length = 0;
  endpoint = NEW;
  given = { token: 'u'.repeat(120), endpoint: NEW };
  await refreshPush();
  expect(calls).toEqual(['register', `off ${OLD}`]);
});

test('the former row stays active until the new one is saved', async () => {
  endpoint = NEW;
  given = { token: 'u'.repeat(120), endpoint: NEW };
  answer = 'notSaved';
  await refreshPush();
  expect(calls).toEqual(['register']);
  given = null;
  calls.length = 0;
  await refreshPush();
  expect(calls).toEqual([]);
});

test('push switched off on another phone stays off here', async () => {
  row = row && { ...row, isActive: false };
  await refreshPush();
  row = null;
  await refreshPush();
  expect(calls).toEqual(['forget', 'forget']);
});

test('a token that the server found dead is replaced', async () => {
  row = row && { ...row, isActive: false, failures: 1 };
  given = { token: 'u'.repeat(120), endpoint: NEW };
  await refreshPush();
  expect(calls).toEqual(['silence', 'register', `off ${OLD}`]);
});

test('a permission revoked in the browser switches push off; without a record the server is not asked', async () => {
  permission = 'denied';
  await refreshPush();
  expect(calls).toEqual([`off ${OLD}`, 'forget']);
  record = null;
  calls.length = 0;
  await refreshPush();
  expect(calls).toEqual([]);
});

test('signing out meanwhile leaves no subscription behind', async () => {
  endpoint = NEW;
  given = { token: 'u'.repeat(120), endpoint: NEW };
  answer = 'notSignedIn';
  await refreshPush();
  expect(calls).toEqual(['register', 'silence']);
});

test('a phone that waits for teachers without an account is reached too, also while nobody is signed in', async () => {
  isVisitorHere = true;
  record = null;
  await refreshPush();
  expect(calls).toEqual(['visitor']);
});
