/** What a sign-out leaves in the outbox. */
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, test, vi } from 'vitest';
import type { Leaving } from '@/auth/release';
import { newBrowser } from './support/browser-globals';

const ANNA = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';

async function phoneWithWrites() {
  newBrowser();
  Dexie.dependencies.indexedDB = indexedDB;
  Object.assign(globalThis, { window: new EventTarget() });
  vi.resetModules();
  const { forgetPerson } = await import('@/auth/release');
  const entry = await import('@/outbox/entry');
  const { store } = await entry.needOutbox();
  for (const userId of [ANNA, BEN, null]) {
    for (const name of ['delivered', 'waiting']) {
      const stored = await store.add(
        {
          kind: 'profile.update',
          entity: { table: 'user_profiles', id: `${userId} ${name}` },
          payload: { changes: { name } },
          userId,
        },
        null,
      );
      if (stored.kind === 'stored' && name === 'delivered')
        await store.deliver(stored.command.id, { version: 1, at: Date.now(), settled: false, answer: {} });
    }
  }
  const left = async () =>
    (await store.all()).map(({ userId, status }) => [userId, status === 'delivered' ? status : 'unsent']);
  return { ...entry, forgetPerson, left };
}

const others = [
  [BEN, 'delivered'],
  [BEN, 'unsent'],
  [null, 'delivered'],
  [null, 'unsent'],
];

test.each<[string, Leaving]>([
  ['who leaves without an answer about it', { ended: null, keepUnsent: false }],
  ['who keeps it', { ended: null, keepUnsent: true }],
  ['whom the server signs out', { ended: 'revoked', keepUnsent: true }],
])('what was not sent stays, with %s', async (_who, leaving) => {
  const { forgetPerson, left, unsentOf } = await phoneWithWrites();
  await forgetPerson(ANNA, leaving);
  expect(await left()).toEqual([[ANNA, 'unsent'], ...others]);
  expect(await unsentOf(ANNA)).toHaveLength(1);
});

test('it goes when it was discarded, or when the account is gone; others lose nothing', async () => {
  const phone = await phoneWithWrites();
  await phone.leaveOutbox(ANNA, 'discard');
  expect(await phone.left()).toEqual(others);
  expect(await phone.unsentOf(ANNA)).toEqual([]);
  const next = await phoneWithWrites();
  await next.forgetPerson(ANNA, { ended: 'revoked', keepUnsent: false });
  expect(await next.left()).toEqual(others);
});
