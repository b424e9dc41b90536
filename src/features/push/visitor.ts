/** Push to a phone without an account: for alerts of visitors. The server forgets the phone with its last alert. */
import { presentIdentity } from '@/auth/identity';
import { phoneSecret, visitorPhone } from '@/auth/visitor-phone';
import { connection } from '@/lib/connection';
import { logger } from '@/lib/logger';
import { callProcedure } from '@/lib/rest';
import { currentToken } from './register';
import { hindrance } from './support';

const DAY = 24 * 60 * 60_000;
const SHORTEST_TOKEN = 100;

export type Permission = 'granted' | 'denied' | 'dismissed' | 'permissionError';

/** Must be called from a click handler: browsers ask for the permission only then. */
export async function askPermission(): Promise<Permission> {
  try {
    const answer = await Notification.requestPermission();
    return answer === 'default' ? 'dismissed' : answer;
  } catch (error) {
    logger.warn('The notification permission could not be requested', error);
    return 'permissionError';
  }
}

/**
 * Tells the server where this phone is reached. False: not yet, a later start tries again. Never rejects.
 */
export async function reachVisitor(): Promise<boolean> {
  const secret = phoneSecret();
  if (secret === null || hindrance() !== null || Notification.permission !== 'granted') return false;
  if (connection.get() !== 'online') return false;
  const token = (await currentToken())?.token ?? '';
  if (token.length < SHORTEST_TOKEN) return false;
  try {
    if (visitorPhone.read()?.token !== token) {
      await callProcedure('save_visitor_phone', { phone: { secret, token } });
    }
    visitorPhone.write({ secret, token, checkedAt: Date.now() });
    return true;
  } catch (error) {
    logger.warn('The push token of this phone could not be saved', error);
    return false;
  }
}

/** Whether this phone has a secret, and its token is unknown to the server or unchecked for a day. */
export function isVisitorDue(now: number): boolean {
  const phone = visitorPhone.read();
  if (!phone || presentIdentity() !== null) return false;
  return phone.token === null || Math.abs(now - phone.checkedAt) >= DAY;
}
