import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { pushSubscription, silencePush } from './push-subscription';

const TOKENS = 'firebase-messaging-database';
const close = vi.fn();
const unsubscribe = vi.fn(async () => true);

function onPhone(registration: object | undefined): void {
  const serviceWorker = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
}
const subscribed = {
  pushManager: { getSubscription: async () => ({ endpoint: 'https://push.example/1', unsubscribe }) },
  getNotifications: async () => [{ close }, { close }],
};
afterEach(() => vi.clearAllMocks());

test('without a network too: the subscription, its token and what is shown are gone', async () => {
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

test('a browser that refuses holds nobody up, and the rest is done', async () => {
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
