/**
 * A token that the server will take, refreshed when it is about to run out. Of all tabs one refreshes; nobody is signed
 * out by a network, a portal or a busy server, only by the auth server's own word.
 */
import { env } from '@/lib/env';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { loadAccount } from './account';
import { guardedFetch } from './guarded-fetch';
import { clearMirror, writeMirror } from './mirror';
import { forgetPerson, REMOVED, REVOKED } from './release';
import { readSession, type StoredSession, writeSession } from './stored-session';

const LOCK = 'danceflix-refresh';
/** Milliseconds that a token must still live to be given out. */
export const LEFT_AT_LEAST = 60_000;

export type Access =
  | { kind: 'ok'; session: StoredSession }
  /** Nobody, or another person than asked for. */
  | { kind: 'signed-out' }
  | { kind: 'network' };

let running: Promise<Access> | null = null;

/** A session of this person, fresh enough to be used. `rejected`: a token that the server refused. */
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
    // Another tab may have done it while this one waited.
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
  // Without locks two tabs may use the same refresh token; the one that lost finds the other's session here.
  if (now.refreshToken !== old.refreshToken) return { kind: 'ok', session: now };
  if (answer === 'network') return { kind: 'network' };
  if (answer === 'revoked') {
    const leaving = (await isRemoved(old)) ? REMOVED : REVOKED;
    await forgetPerson(old.userId, leaving).catch((error: unknown) =>
      logger.error('Not all forgotten', error),
    );
    return { kind: 'signed-out' };
  }
  if (answer.userId !== old.userId) return { kind: 'network' };
  await keepSession(answer);
  return { kind: 'ok', session: answer };
}

/** Whether the account itself is gone, as far as the last token can still ask. */
async function isRemoved({ userId, accessToken }: StoredSession): Promise<boolean> {
  try {
    return (await loadAccount(userId, accessToken)).state === 'removed';
  } catch (error) {
    logger.info('Why the session ended is not known', error);
    return false;
  }
}

/** Stores a session for the pages and, as far as it can, for the worker. */
export async function keepSession(session: StoredSession): Promise<void> {
  writeSession(session);
  await mirrorSession();
}

/** Puts the present session where the worker reads it, as far as storage lets it. */
export async function mirrorSession(): Promise<void> {
  try {
    const session = readSession();
    if (session) await writeMirror(session);
    // Somebody signed out while it was being written.
    if (!readSession()) await clearMirror();
  } catch (error) {
    logger.info('No mirror of the token', error);
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

/** The auth server names its reasons; a portal that answers JSON does not know these. */
const REFUSALS: readonly unknown[] = [
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'invalid_grant',
];

function isRefusal(status: number, body: Record<string, unknown>): boolean {
  if (status !== 400 && status !== 401 && status !== 403) return false;
  return [body.error_code, body.code, body.error].some((code) => REFUSALS.includes(code));
}

/** Reads the auth server's session; its clock may differ from ours, so only the lifetime counts. Null if it is none. */
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
