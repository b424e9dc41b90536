/**
 * The one place where a session is kept: localStorage, so that every tab reads the same one at once. supabase-js keeps
 * none: it deletes its own over a 429 or a captive portal, and cannot sign out offline.
 */
export interface StoredSession {
  userId: string;
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970 by this phone's clock. */
  expiresAt: number;
}

export const SESSION_KEY = 'danceflix_session';

/** For browsers that refuse storage: the session then lives as long as the page. */
let memory: StoredSession | null = null;
const listeners = new Set<() => void>();

export function readSession(): StoredSession | null {
  try {
    const storage = globalThis.localStorage;
    return storage ? (parse(storage.getItem(SESSION_KEY)) ?? memory) : memory;
  } catch {
    return memory;
  }
}

export function writeSession(session: StoredSession): void {
  memory = null;
  try {
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  } catch {
    memory = session;
  }
  announceSession();
}

/** Throws when storage refuses to forget. */
export function removeSession(): void {
  memory = null;
  globalThis.localStorage?.removeItem(SESSION_KEY);
  announceSession();
}

/** Calls back after every change of the session, another tab's too. Returns how to stop. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceSession(): void {
  for (const listener of listeners) listener();
}

function parse(text: string | null): StoredSession | null {
  if (!text) return null;
  try {
    const value = JSON.parse(text) as Partial<Record<keyof StoredSession, unknown>> | null;
    const { userId, accessToken, refreshToken, expiresAt } = value ?? {};
    if (typeof userId !== 'string' || typeof accessToken !== 'string') return null;
    if (typeof refreshToken !== 'string' || typeof expiresAt !== 'number') return null;
    return { userId, accessToken, refreshToken, expiresAt };
  } catch {
    return null;
  }
}
