/** Everything held about me (LGPD art. 18): asked from the server, the last copy kept for reading offline. */
import { PRIVATE_PREFIX } from '@/auth/forget';
import { presentIdentity } from '@/auth/identity';
import { callAs, NotSignedIn } from '@/auth/user-rest';
import { privateRowsOf, privateStore } from '@/db/private-store';
import { logger } from '@/lib/logger';

/** Forgotten with the sign-out, by its prefix. */
const KEY = `${PRIVATE_PREFIX}my_data`;

export type MyDataOutcome =
  /** 'copy': the server's answer of an earlier time; 'device': only what this phone holds. */
  | { kind: 'ok'; source: 'server' | 'copy' | 'device'; data: unknown; readAt: number }
  | { kind: 'signed-out' }
  | { kind: 'network' };

/** Without connection the copy read last, else what the phone holds. */
export async function loadMyData(): Promise<MyDataOutcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const data = await callAs(userId, 'my_data', {});
    const readAt = Date.now();
    // Who signed out meanwhile leaves nothing behind.
    if (presentIdentity()?.userId !== userId) return { kind: 'signed-out' };
    keep({ userId, readAt, data });
    return { kind: 'ok', source: 'server', data, readAt };
  } catch (error) {
    if (error instanceof NotSignedIn) return { kind: 'signed-out' };
    logger.info('My data from the device', error);
    return fromDevice(userId);
  }
}

function keep(copy: { userId: string; readAt: number; data: unknown }): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(copy));
  } catch {
    logger.info('No copy of my data kept');
  }
}

function fromDevice(userId: string): MyDataOutcome {
  try {
    const copy = JSON.parse(localStorage.getItem(KEY) ?? 'null') as {
      userId?: unknown;
      readAt?: unknown;
      data?: unknown;
    } | null;
    if (copy?.userId === userId && typeof copy.readAt === 'number') {
      return { kind: 'ok', source: 'copy', data: copy.data, readAt: copy.readAt };
    }
  } catch {
    logger.info('The copy of my data is not readable');
  }
  const rows = privateRowsOf(userId, privateStore.getState().rows);
  if (!rows?.profile) return { kind: 'network' };
  const { profile, notifications, profilePulledAt } = rows;
  return { kind: 'ok', source: 'device', data: { profile, notifications }, readAt: profilePulledAt ?? 0 };
}
