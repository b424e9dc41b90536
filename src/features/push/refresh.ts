/** Keeps this phone's pushes coming: at a start, and when the browser has changed its subscription. */
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

const DAY = 24 * 60 * 60_000;
/** Before its end, by the server's 30 days, a token is written anew. */
const AHEAD = 7 * DAY;

/** Whether the server, and with it Firebase, has to be asked: else a start costs nothing. */
export function isDue(record: PushRecord, endpoint: string | null, now: number): boolean {
  return endpoint !== record.endpoint || isToBeWritten(record, now) || now - record.checkedAt >= DAY;
}

/** It runs out, or its person could not leave this phone without a network. */
function isToBeWritten({ expiresAt, release }: PushRecord, now: number): boolean {
  return expiresAt - now <= AHEAD || release === null;
}

/** Does nothing for who has no push here. Never rejects: the next start tries again. */
export async function refreshPush(): Promise<void> {
  try {
    // Tabs that start together ask once.
    await withLock('danceflix-push', new AbortController().signal, refresh);
  } catch (error) {
    logger.info('Push was not looked after', error);
  }
}

async function refresh(): Promise<void> {
  const userId = presentIdentity()?.userId;
  const record = userId ? readPushRecord(userId) : null;
  if (!record || hindrance() !== null || connection.get() !== 'online') return;
  if (Notification.permission !== 'granted') return giveUp(record);
  const endpoint = (await pushSubscription())?.endpoint ?? null;
  if (!isDue(record, endpoint, Date.now())) return;
  const row = await findAny(record.userId, record.endpoint);
  // Switched off on another phone, unless it was the server that found the token dead.
  if (!row || (!row.isActive && row.failures === 0)) return forgetThisPhone();
  if (!row.isActive) await silencePush();
  await renew(record);
}

/** The permission was taken back in the browser, and the subscription with it. */
async function giveUp({ userId, endpoint }: PushRecord): Promise<void> {
  await switchOff(userId, endpoint);
  await forgetThisPhone();
}

/** Writes the token anew when it is another one or about to run out, in the place of the former row. */
async function renew(record: PushRecord): Promise<void> {
  const now = await currentToken();
  if (now === null) return;
  const isSame = now.token === record.token && now.subscription.endpoint === record.endpoint;
  if (isSame && !isToBeWritten(record, Date.now())) {
    writePushRecord({ ...record, checkedAt: Date.now() });
    return;
  }
  const registered = await register(record.userId);
  // Signed out meanwhile: what was just subscribed would be nobody's.
  if (registered.kind === 'notSignedIn') return silencePush();
  if (registered.kind !== 'registered' || registered.record.endpoint === record.endpoint) return;
  await switchOff(record.userId, record.endpoint);
}
