/**
 * The only place where a session is stored: in the place that all tabs share, so that each reads the same one at once. supabase-js
 * stores none: it deletes its session after a 429 or a captive portal, and cannot sign out offline.
 */
import { fieldsOf, forgetText, isText, stored } from '@/lib/stored';

export interface StoredSession {
  userId: string;
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970 by this phone's clock. */
  expiresAt: number;
}

export const SESSION_KEY = 'danceflix_session';

const kept = stored(SESSION_KEY, parse);

/** For browsers that block storage: the session then lives as long as the page. */
let memory: StoredSession | null = null;
const listeners = new Set<() => void>();

export const readSession = (): StoredSession | null => kept.read() ?? memory;

export function writeSession(session: StoredSession): void {
  memory = kept.write(session) ? null : session;
  announceSession();
}

/** Throws when storage refuses. */
export function removeSession(): void {
  memory = null;
  forgetText(SESSION_KEY);
  announceSession();
}

/** Calls back after every change of the session, including other tabs'. Returns a function that stops. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceSession(): void {
  for (const listener of listeners) listener();
}

function parse(value: unknown): StoredSession | null {
  const { userId, accessToken, refreshToken, expiresAt } = fieldsOf(value);
  if (!isText(userId) || !isText(accessToken) || !isText(refreshToken)) return null;
  return typeof expiresAt === 'number' ? { userId, accessToken, refreshToken, expiresAt } : null;
}
