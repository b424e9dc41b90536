/**
 * Switches push notifications on and off for the user of this device. Needs the network; a failed attempt is undone.
 */
import { presentIdentity } from '@/auth/identity';
import { forgetPushRecord, readPushRecord, writePushRecord } from '@/auth/push-record';
import { readSession } from '@/auth/session/stored-session';
import { NotSignedIn } from '@/auth/session/user-rest';
import { logger } from '@/lib/logger';
import { pushSubscription, silencePush } from '@/lib/push-subscription';
import { register } from './register';
import { findActive, switchOff } from './subscriptions';
import { PUSH, type PushText } from './texts';

/** The signed-in user's id. Requires a session, since a cached identity alone may not write. */
function sessionUser(): string | null {
  const userId = presentIdentity()?.userId ?? null;
  return userId !== null && readSession()?.userId === userId ? userId : null;
}

/** Must be called from a click handler: browsers ask for the permission only then. Returns the text for the outcome. */
export async function activate(): Promise<PushText> {
  const userId = sessionUser();
  if (userId === null) return 'notSignedIn';
  const permission = await ask();
  if (permission === null) return 'permissionError';
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
  const registered = await register(userId);
  if (registered.kind !== 'registered') {
    await forgetThisPhone();
    return registered.kind;
  }
  await showExample(registered.registration);
  return 'activated';
}

async function ask(): Promise<NotificationPermission | null> {
  try {
    return await Notification.requestPermission();
  } catch (error) {
    logger.warn('The notification permission could not be requested', error);
    return null;
  }
}

/** Shows a first notification as an example. */
async function showExample(registration: ServiceWorkerRegistration): Promise<void> {
  try {
    await registration.showNotification('Danceflix', {
      body: PUSH.activated,
      tag: 'push-activated',
      lang: 'pt-BR',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url: null },
    });
  } catch (error) {
    logger.warn('The first notification could not be shown', error);
  }
}

/** Switches push off on all of the user's devices through the server, and drops this device's subscription. */
export async function deactivate(): Promise<PushText> {
  const userId = sessionUser();
  if (userId === null) return 'notSignedIn';
  try {
    await switchOff(userId, null);
  } catch (error) {
    logger.warn('Push could not be switched off', error);
    return error instanceof NotSignedIn ? 'notSignedIn' : 'notDeactivated';
  }
  await forgetThisPhone();
  return 'deactivated';
}

/** Drops this device's subscription and its record. Never rejects. */
export async function forgetThisPhone(): Promise<void> {
  await silencePush();
  forgetPushRecord();
}

/** Whether the user's pushes come to this device: according to the server, else to the record. */
export async function isActiveHere(offline: boolean): Promise<boolean> {
  const userId = presentIdentity()?.userId;
  if (!userId || Notification.permission !== 'granted') return false;
  try {
    const subscription = await pushSubscription();
    if (!subscription) return false;
    if (offline) return readPushRecord(userId)?.endpoint === subscription.endpoint;
    const { endpoint } = subscription;
    const row = await findActive(userId, endpoint);
    if (row === null) return false;
    if (readPushRecord(userId)?.endpoint !== endpoint) {
      const { token, expiresAt } = row;
      writePushRecord({ userId, endpoint, token, release: null, expiresAt, checkedAt: Date.now() });
    }
    return true;
  } catch (error) {
    logger.info('The push state could not be read', error);
    return readPushRecord(userId) !== null;
  }
}
