/** Invitations that the person put off: asked again after a week, never insisted on. */

import { PRIVATE_PREFIX } from '@/auth/forget';
import { logger } from '@/lib/logger';
import { fieldsOf, isNumber, readStored } from '@/lib/stored';

const KEY = `${PRIVATE_PREFIX}evaluations_put_off`;
const WEEK = 7 * 24 * 60 * 60_000;

/** Ids of requests, with until when, in milliseconds since 1970. */
function read(): Record<string, number> {
  const kept = readStored('localStorage', KEY, (value) =>
    Object.fromEntries(Object.entries(fieldsOf(value)).filter(([, until]) => isNumber(until))),
  );
  return (kept ?? {}) as Record<string, number>;
}

export function putOffUntil(now: number): Set<string> {
  // A clock that was set back does not hide an invitation for longer than a week.
  const holds = (until: number) => until > now && until - now <= WEEK;
  return new Set(Object.entries(read()).flatMap(([id, until]) => (holds(until) ? [id] : [])));
}

export function putOff(requestId: string, now: number): void {
  try {
    const later = Object.entries(read()).filter(([, until]) => until > now);
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(later), [requestId]: now + WEEK }));
  } catch (error) {
    logger.info('Not remembered as put off', error);
  }
}
