import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { pushSubscription, silencePush } from './push-subscription';

const TOKENS = 'firebase-messaging-database';
const close = vi.fn();
const unsubscribe = vi.fn(async () => true);

function onPhone(registration: object | undefined): void {
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => registration });
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
}
const subscribed = {
  pushManager: { getSubscription: async () => ({ endpoint: 'https://push.example/1', unsubscribe }) },
  getNotifications: async () => [{ close }, { close }],
};
afterEach(() => vi.clearAllMocks());

test('deletes the subscription, its token and shown notifications, even without a network', async () => {
  await new Promise((resolve) => {
    const opening = indexedDB.open(TOKENS);
    opening.onsuccess = () => resolve(opening.result.close());
  });
  onPhone(subscribed);
  await silencePush();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledTimes(2);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(TOKENS);
});

test('a browser that refuses delays nothing, and the other parts are done', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  unsubscribe.mockRejectedValueOnce(new Error('Refused'));
  onPhone(subscribed);
  await silencePush();
  expect(warned).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledTimes(2);
});

test('where there is no worker, or no push, there is no subscription', async () => {
  onPhone(undefined);
  expect(await pushSubscription()).toBeNull();
  onPhone({});
  expect(await pushSubscription()).toBeNull();
  await silencePush();
  expect(unsubscribe).not.toHaveBeenCalled();
});
