/**
 * Provides a token that the server accepts, refreshed shortly before it expires. Only one of all tabs refreshes. Only
 * the auth server's own response signs a person out, never a network fault, a portal or a busy server.
 */
import { env } from '@/lib/env';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { loadAccount } from '../account';
import { forgetPerson, REMOVED, REVOKED } from '../leaving/release';
import { guardedFetch } from './guarded-fetch';
import { clearMirror, writeMirror } from './mirror';
import { readSession, type StoredSession, writeSession } from './stored-session';

const LOCK = 'danceflix-refresh';
/** Milliseconds for which a returned token must still be valid. */
export const LEFT_AT_LEAST = 60_000;

export type Access =
  | { kind: 'ok'; session: StoredSession }
  /** Signed out, or another person is signed in. */
  | { kind: 'signed-out' }
  | { kind: 'network' };

let running: Promise<Access> | null = null;

/** A session of this person that is valid long enough. `rejected`: the token that the server refused. */
export async function accessFor(userId: string, rejected?: string): Promise<Access> {
  const session = readSession();
  if (session?.userId !== userId) return { kind: 'signed-out' };
  if (usable(session, rejected)) return { kind: 'ok', session };
  running ??= refreshLocked(userId, rejected).finally(() => {
    running = null;
  });
  const access = await running;
  return access.kind === 'ok' && access.session.userId !== userId ? { kind: 'signed-out' } : access;
}

function usable(session: StoredSession, rejected: string | undefined): boolean {
  return session.accessToken !== rejected && session.expiresAt - Date.now() > LEFT_AT_LEAST;
}

async function refreshLocked(userId: string, rejected: string | undefined): Promise<Access> {
  const patience = new AbortController();
  const access = await withLock<Access>(LOCK, patience.signal, async () => {
    // Another tab may have refreshed it while this one waited.
    const session = readSession();
    if (session?.userId !== userId) return { kind: 'signed-out' };
    return usable(session, rejected) ? { kind: 'ok', session } : refresh(session);
  });
  return access ?? { kind: 'network' };
}

async function refresh(old: StoredSession): Promise<Access> {
  const answer = await askForTokens(old.refreshToken);
  const now = readSession();
  if (now?.userId !== old.userId) return { kind: 'signed-out' };
  // Without locks two tabs may use the same refresh token; the tab that failed finds the other's session here.
  if (now.refreshToken !== old.refreshToken) return { kind: 'ok', session: now };
  if (answer === 'network') return { kind: 'network' };
  if (answer === 'revoked') {
    const leaving = (await isRemoved(old)) ? REMOVED : REVOKED;
    await forgetPerson(old.userId, leaving).catch((error: unknown) =>
      logger.error('Not all of the person’s data was deleted', error),
    );
    return { kind: 'signed-out' };
  }
  if (answer.userId !== old.userId) return { kind: 'network' };
  await keepSession(answer);
  return { kind: 'ok', session: answer };
}

/** Whether the account was removed, as far as the last token can still ask. */
async function isRemoved({ userId, accessToken }: StoredSession): Promise<boolean> {
  try {
    return (await loadAccount(userId, accessToken)).state === 'removed';
  } catch (error) {
    logger.info('The reason of the ended session is unknown', error);
    return false;
  }
}

/** Stores a session for the pages and, if possible, for the worker. */
export async function keepSession(session: StoredSession): Promise<void> {
  writeSession(session);
  await mirrorSession();
}

/** Copies the present session to where the worker reads it, if storage allows. */
export async function mirrorSession(): Promise<void> {
  try {
    const session = readSession();
    if (session) await writeMirror(session);
    // A sign-out happened while the copy was being written.
    if (!readSession()) await clearMirror();
  } catch (error) {
    logger.info('The token was not copied for the worker', error);
  }
}

async function askForTokens(refreshToken: string): Promise<StoredSession | 'network' | 'revoked'> {
  try {
    const response = await guardedFetch(`${env.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: env.supabaseAnonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    });
    const body = (await response.json()) as Record<string, unknown>;
    if (response.ok) return toSession(body) ?? 'network';
    return isRefusal(response.status, body) ? 'revoked' : 'network';
  } catch {
    return 'network';
  }
}

/** Error codes of the auth server; a portal's JSON does not have them. */
const REFUSALS: readonly unknown[] = [
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'invalid_grant',
  // The stored token is damaged: no later attempt can succeed.
  'validation_failed',
];

function isRefusal(status: number, body: Record<string, unknown>): boolean {
  if (status !== 400 && status !== 401 && status !== 403) return false;
  return [body.error_code, body.code, body.error].some((code) => REFUSALS.includes(code));
}

/**
 * Reads the auth server's session. Its clock may differ from ours, so only the lifetime is used. Null if it is not a
 * session.
 */
export function toSession(body: object): StoredSession | null {
  const { access_token, refresh_token, expires_in, user } = body as Record<string, unknown>;
  const id = (user as { id?: unknown } | null | undefined)?.id;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string' || typeof id !== 'string')
    return null;
  const seconds = typeof expires_in === 'number' ? expires_in : 3_600;
  return {
    userId: id,
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + seconds * 1_000,
  };
}
