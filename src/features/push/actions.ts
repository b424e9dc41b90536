/** Switching push notifications on and off for the person on this phone. Needs the network; nothing is left half done. */
import { presentIdentity } from '@/auth/identity';
import { forgetPushRecord, readPushRecord, writePushRecord } from '@/auth/push-record';
import { readSession } from '@/auth/stored-session';
import { NotSignedIn } from '@/auth/user-rest';
import { logger } from '@/lib/logger';
import { pushSubscription, silencePush } from '@/lib/push-subscription';
import { register } from './register';
import { findActive, switchOff } from './subscriptions';
import { PUSH, type PushText } from './texts';

/** Whose phone this is: with a session, since a cached identity alone may not write. */
function person(): string | null {
  const userId = presentIdentity()?.userId ?? null;
  return userId !== null && readSession()?.userId === userId ? userId : null;
}

/** To be called from a press: browsers ask for the permission then only. Answers with the text for what came of it. */
export async function activate(): Promise<PushText> {
  const userId = person();
  if (userId === null) return 'notSignedIn';
  const permission = await ask();
  if (permission === null) return 'permissionError';
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
  const registered = await register(userId);
  if (registered.kind !== 'registered') {
    await forgetThisPhone();
    return registered.kind;
  }
  await greet(registered.registration);
  return 'activated';
}

async function ask(): Promise<NotificationPermission | null> {
  try {
    return await Notification.requestPermission();
  } catch (error) {
    logger.warn('Permission', error);
    return null;
  }
}

/** The notification that shows what notifications will be like. */
async function greet(registration: ServiceWorkerRegistration): Promise<void> {
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
    logger.warn('No first notification', error);
  }
}

/** On all of the person's phones, as the server keeps them; this one throws its subscription away. */
export async function deactivate(): Promise<PushText> {
  const userId = person();
  if (userId === null) return 'notSignedIn';
  try {
    await switchOff(userId, null);
  } catch (error) {
    logger.warn('Push is still on', error);
    return error instanceof NotSignedIn ? 'notSignedIn' : 'notDeactivated';
  }
  await forgetThisPhone();
  return 'deactivated';
}

/** This phone gets no pushes any more and knows it. Never rejects. */
export async function forgetThisPhone(): Promise<void> {
  await silencePush();
  forgetPushRecord();
}

/** Whether the person's pushes come to this phone: the server's word, or what was last known when it says nothing. */
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
    logger.info('Push state', error);
    return readPushRecord(userId) !== null;
  }
}
