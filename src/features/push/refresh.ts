/** Keeps this device's push subscription alive: at start, and when the browser has changed the subscription. */
import { presentIdentity } from '@/auth/identity';
import { type PushRecord, readPushRecord, writePushRecord } from '@/auth/push-record';
import { connection } from '@/lib/connection';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { pushSubscription, silencePush } from '@/lib/push-subscription';
import { forgetThisPhone } from './actions';
import { currentToken, register } from './register';
import { findAny, switchOff } from './subscriptions';
import { hindrance } from './support';
import { isVisitorDue, reachVisitor } from './visitor';

const DAY = 24 * 60 * 60_000;
/** Time before its expiry (30 days, set by the server) at which a token is saved again. */
const AHEAD = 7 * DAY;

/** Whether the server, and with it Firebase, has to be asked; otherwise a start makes no request. */
export function isDue(record: PushRecord, endpoint: string | null, now: number): boolean {
  return endpoint !== record.endpoint || isToBeWritten(record, now) || now - record.checkedAt >= DAY;
}

/** The token is about to expire, or has no release word, which a sign-out without a network needs. */
function isToBeWritten({ expiresAt, release }: PushRecord, now: number): boolean {
  return expiresAt - now <= AHEAD || release === null;
}

/** Does nothing for a user without push on this device. Never rejects: the next start tries again. */
export async function refreshPush(): Promise<void> {
  try {
    // The lock lets one of several starting tabs ask.
    await withLock('danceflix-push', new AbortController().signal, refresh);
  } catch (error) {
    logger.info('The push subscription could not be refreshed', error);
  }
}

async function refresh(): Promise<void> {
  if (isVisitorDue(Date.now())) await reachVisitor();
  const userId = presentIdentity()?.userId;
  const record = userId ? readPushRecord(userId) : null;
  if (!record || hindrance() !== null || connection.get() !== 'online') return;
  if (Notification.permission !== 'granted') return giveUp(record);
  const endpoint = (await pushSubscription())?.endpoint ?? null;
  if (!isDue(record, endpoint, Date.now())) return;
  const row = await findAny(record.userId, record.endpoint);
  // Push was switched off on another device, unless the server did so because the token was dead.
  if (!row || (!row.isActive && row.failures === 0)) return forgetThisPhone();
  if (!row.isActive) await silencePush();
  await renew(record);
}

/** Switches push off after the permission, and with it the subscription, was revoked in the browser. */
async function giveUp({ userId, endpoint }: PushRecord): Promise<void> {
  await switchOff(userId, endpoint);
  await forgetThisPhone();
}

/** Saves the token when it has changed or is about to expire, and switches off the row of a former endpoint. */
async function renew(record: PushRecord): Promise<void> {
  const now = await currentToken();
  if (now === null) return;
  const isSame = now.token === record.token && now.subscription.endpoint === record.endpoint;
  if (isSame && !isToBeWritten(record, Date.now())) {
    writePushRecord({ ...record, checkedAt: Date.now() });
    return;
  }
  const registered = await register(record.userId);
  // The user has signed out meanwhile: the new subscription would belong to no user.
  if (registered.kind === 'notSignedIn') return silencePush();
  if (registered.kind !== 'registered' || registered.record.endpoint === record.endpoint) return;
  await switchOff(record.userId, record.endpoint);
}
