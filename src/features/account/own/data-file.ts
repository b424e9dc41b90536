/** All data held about the user (LGPD art. 18), asked from the server. The last copy is kept for reading offline. */

import { presentIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { callAs, NotSignedIn } from '@/auth/session/user-rest';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { fieldsOf, isMoment, isText, stored } from '@/lib/stored';

interface Copy {
  userId: string;
  readAt: number;
  data: unknown;
}

/** The prefix makes the sign-out delete this copy. */
const kept = stored<Copy>(`${PRIVATE_PREFIX}my_data`, (value) => {
  const { userId, readAt, data } = fieldsOf(value);
  return isText(userId) && isMoment(readAt) ? { userId, readAt, data } : null;
});

export const readCopy = (): Copy | null => kept.read();

export type MyDataOutcome =
  | { kind: 'ok'; source: 'server'; data: unknown; readAt: number }
  /** 'copy': an earlier response of the server; 'device': only the data on this phone. */
  | { kind: 'ok'; source: 'copy' | 'device'; why: Obstacle; data: unknown; readAt: number }
  | { kind: 'signed-out' }
  | { kind: 'failed'; why: Obstacle };

/** 'network': the server could not be reached; 'server': the server did not give the data. */
export type Obstacle = 'network' | 'server';

/** Asks the server; without a connection, falls back to the last copy, then to the data on this phone. */
export async function loadMyData(): Promise<MyDataOutcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const data = await callAs(userId, 'my_data', {});
    const readAt = Date.now();
    // A user who has signed out meanwhile must leave no copy behind.
    if (presentIdentity()?.userId !== userId) return { kind: 'signed-out' };
    kept.write({ userId, readAt, data });
    return { kind: 'ok', source: 'server', data, readAt };
  } catch (error) {
    if (error instanceof NotSignedIn) return { kind: 'signed-out' };
    logger.info('My data could not be read from the server', error);
    const lost = error instanceof RestFailure && error.kind === 'network';
    return fromDevice(userId, lost ? 'network' : 'server');
  }
}

function fromDevice(userId: string, why: Obstacle): MyDataOutcome {
  const copy = readCopy();
  if (copy?.userId === userId) {
    return { kind: 'ok', source: 'copy', why, data: copy.data, readAt: copy.readAt };
  }
  const rows = privateRowsOf(userId, privateStore.getState().rows);
  if (!rows?.profile) return { kind: 'failed', why };
  const { profile, notifications, lessonRequests, lessons, notebook, alerts, evaluations, profilePulledAt } =
    rows;
  const ownKey = rows.paymentKeys.find(({ id }) => id === userId) ?? null;
  const data = {
    profile,
    notifications,
    lesson_requests: lessonRequests,
    lessons,
    payment_key: ownKey,
    notebook,
    alerts,
    evaluations_written: evaluations,
  };
  return { kind: 'ok', source: 'device', why, data, readAt: profilePulledAt ?? 0 };
}
