/** Obtains a push token for this device and saves it on the server. */
import { type PushRecord, readPushRecord, writePushRecord } from '@/auth/push-record';
import { NotSignedIn } from '@/auth/session/user-rest';
import { serviceWorkers } from '@/lib/browser/navigator';
import { secretId } from '@/lib/browser/random';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { pushSubscription } from '@/lib/push-subscription';
import { saveSubscription } from './subscriptions';

/** Shorter tokens are invalid (specification 000 §9). */
const SHORTEST_TOKEN = 100;
/** Milliseconds to wait for a service worker that is being installed. */
const PATIENCE = 20_000;

export type Registered =
  | { kind: 'registered'; registration: ServiceWorkerRegistration; record: PushRecord }
  | { kind: 'tokenMissing' | 'tokenShort' | 'notSaved' | 'notSignedIn' };

/** Requires the permission. Never rejects. */
export async function register(userId: string): Promise<Registered> {
  const got = await currentToken();
  if (got === null) return { kind: 'tokenMissing' };
  const { registration, subscription, token } = got;
  if (token.length < SHORTEST_TOKEN) return { kind: 'tokenShort' };
  try {
    const { endpoint } = subscription;
    const before = readPushRecord(userId);
    const release = (before?.endpoint === endpoint && before.release) || secretId();
    if (release === null) throw new Error('No random values');
    const row = await saveSubscription(userId, token, release, subscription);
    const record: PushRecord = {
      ...{ userId, endpoint, token, release },
      expiresAt: row.expiresAt,
      checkedAt: Date.now(),
    };
    writePushRecord(record);
    return { kind: 'registered', registration, record };
  } catch (error) {
    if (error instanceof NotSignedIn) return { kind: 'notSignedIn' };
    logger.warn('The push subscription could not be saved', error);
    return { kind: 'notSaved' };
  }
}

export interface PhoneToken {
  registration: ServiceWorkerRegistration;
  subscription: PushSubscription;
  token: string;
}

/** This device's token from Firebase, cached or new. Null when there is none. */
export async function currentToken(): Promise<PhoneToken | null> {
  try {
    const registration = await Promise.race([serviceWorkers()?.ready, pause(PATIENCE)]);
    if (!registration) return null;
    const { obtainToken } = await import('./firebase');
    const token = await obtainToken(registration);
    const subscription = await pushSubscription();
    return token && subscription ? { registration, subscription, token } : null;
  } catch (error) {
    logger.warn('The push token could not be obtained', error);
    return null;
  }
}
