/** This browser's push subscription, as far as it can be handled without Firebase and without a network. */
import { pause } from './idle';
import { logger } from './logger';

/** Where Firebase keeps the token that belongs to the subscription. */
const TOKENS = 'firebase-messaging-database';
/** Milliseconds after which nobody waits for the browser any longer. */
const PATIENCE = 3_000;

/** Null where there is none, no worker, or no push at all. Throws when the browser refuses to tell. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * From here on no push reaches this phone, with or without a network: the subscription goes, and its token is dead. What
 * is shown already is taken away too. Never rejects: whoever leaves is not held up by it.
 */
export async function silencePush(): Promise<void> {
  const work = Promise.allSettled([unsubscribe(), forgetTokens(), closeNotifications(() => true)]);
  const done = (await Promise.race([work, pause(PATIENCE)])) ?? [];
  for (const part of done) if (part.status === 'rejected') logger.warn('Push goes on', part.reason);
}

async function unsubscribe(): Promise<void> {
  await (await pushSubscription())?.unsubscribe();
}

/** Takes what the system shows of ours away, by tag: our server's are tagged with their id. */
export async function closeNotifications(isMeant: (tag: string) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications?.()) ?? [];
  for (const notification of shown) if (isMeant(notification.tag)) notification.close();
}

/** A token without its subscription would be taken for a valid one at the next activation. */
function forgetTokens(): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!globalThis.indexedDB) return resolve();
    const request = indexedDB.deleteDatabase(TOKENS);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
