/** Getting a token for this phone and making it known to the server. */
import { type PushRecord, readPushRecord, writePushRecord } from '@/auth/push-record';
import { NotSignedIn } from '@/auth/user-rest';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { pushSubscription } from '@/lib/push-subscription';
import { saveSubscription } from './subscriptions';

/** A shorter one is none (specification 000 §9). */
const SHORTEST_TOKEN = 100;
/** Milliseconds to wait for a worker that is just being installed. */
const PATIENCE = 20_000;

export type Registered =
  | { kind: 'registered'; registration: ServiceWorkerRegistration; record: PushRecord }
  | { kind: 'tokenMissing' | 'tokenShort' | 'notSaved' | 'notSignedIn' };

/** Needs the permission to have been given. Never rejects. */
export async function register(userId: string): Promise<Registered> {
  const got = await currentToken();
  if (got === null) return { kind: 'tokenMissing' };
  const { registration, subscription, token } = got;
  if (token.length < SHORTEST_TOKEN) return { kind: 'tokenShort' };
  try {
    const { endpoint } = subscription;
    const before = readPushRecord(userId);
    const release = (before?.endpoint === endpoint && before.release) || crypto.randomUUID();
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
    logger.warn('The push subscription was not saved', error);
    return { kind: 'notSaved' };
  }
}

export interface PhoneToken {
  registration: ServiceWorkerRegistration;
  subscription: PushSubscription;
  token: string;
}

/** What Firebase says is this phone's token, from what it remembers or anew. Null when it gives none. */
export async function currentToken(): Promise<PhoneToken | null> {
  try {
    const registration = await Promise.race([navigator.serviceWorker.ready, pause(PATIENCE)]);
    if (!registration) return null;
    const { obtainToken } = await import('./firebase');
    const token = await obtainToken(registration);
    const subscription = await pushSubscription();
    return token && subscription ? { registration, subscription, token } : null;
  } catch (error) {
    logger.warn('No push token', error);
    return null;
  }
}
