/** This browser's push subscription, handled without Firebase and without a network. */
import { serviceWorkers } from './browser/navigator';
import { pause } from './idle';
import { logger } from './logger';

/** The database where Firebase stores the subscription's token. */
const TOKENS = 'firebase-messaging-database';
/** Milliseconds to wait for the browser. */
const PATIENCE = 3_000;

/** Null without a subscription, a worker or push support. Throws when the browser refuses to tell. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  const registration = await serviceWorkers()?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Stops all pushes to this phone, with or without a network: deletes the subscription, which makes its token invalid,
 * and closes shown notifications. Never rejects, so that a sign-out is not blocked.
 */
export async function silencePush(): Promise<void> {
  const work = Promise.allSettled([unsubscribe(), forgetTokens(), closeNotifications(() => true)]);
  const done = (await Promise.race([work, pause(PATIENCE)])) ?? [];
  for (const part of done)
    if (part.status === 'rejected') logger.warn('Pushes were not stopped', part.reason);
}

async function unsubscribe(): Promise<void> {
  await (await pushSubscription())?.unsubscribe();
}

/** Closes our shown notifications by tag: our server sets their id as the tag. */
export async function closeNotifications(isMeant: (tag: string) => boolean): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration();
  const shown = (await registration?.getNotifications?.()) ?? [];
  for (const notification of shown) if (isMeant(notification.tag)) notification.close();
}

/** A token without its subscription would count as valid at the next activation. */
function forgetTokens(): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!globalThis.indexedDB) return resolve();
    const request = indexedDB.deleteDatabase(TOKENS);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
