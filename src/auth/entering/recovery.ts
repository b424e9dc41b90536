/**
 * Sets passwords: after a recovery link, or for the signed-in person. A recovery session is no identity: it lives in
 * this page's memory, gives access to nothing else, and is ended right after its use.
 */
import { logger } from '@/lib/logger';
import { loadAccount } from '../account';
import { type AuthFailure, authErrorKind } from '../auth-errors';
import { presentIdentity } from '../identity';
import type { PasswordOutcome } from '../outcomes';
import { authClient } from '../session/lazy-client';
import { accessFor, keepSession, toSession } from '../session/refresh';
import { endSessions, tellServer } from '../session/server-session';
import { readSession } from '../session/stored-session';
import { authorizedFetch, NotSignedIn } from '../session/user-rest';
import { arrivedRecovery, dropRecovery } from './arrival';

/**
 * Administrators can read all data, so their passwords are longer; hosted servers have one minimum for all accounts.
 */
export const ADMIN_PASSWORD_MINIMUM = 8;
const TOO_SHORT = { kind: 'weak-password', least: ADMIN_PASSWORD_MINIMUM } as const;

/** Asks the server about the link that opened this page. */
export async function checkRecovery(): Promise<'valid' | 'invalid' | 'network'> {
  const recovery = arrivedRecovery();
  if (!recovery) return 'invalid';
  try {
    const { error } = await (await authClient()).getUser(recovery.accessToken);
    if (!error) return 'valid';
    const kind = authErrorKind(error);
    if (kind === 'network' || kind === 'rate-limited') return 'network';
    dropRecovery();
    return 'invalid';
  } catch {
    return 'network';
  }
}

/**
 * Sets a new password after a recovery. The old one may have been stolen, so this ends all sessions of the account: the
 * recovery's own too, and this phone's if it is the same person's.
 */
export async function updatePassword(password: string): Promise<PasswordOutcome> {
  const recovery = arrivedRecovery();
  if (!recovery) return { kind: 'invalid-link' };
  try {
    const auth = await authClient();
    const { data: opened, error: refused } = await auth.setSession({
      access_token: recovery.accessToken,
      refresh_token: recovery.refreshToken,
    });
    if (refused) return failure(refused, 'invalid-link');
    if (password.length < ADMIN_PASSWORD_MINIMUM && opened.user) {
      const { profile } = await loadAccount(opened.user.id, opened.session?.access_token ?? '');
      if (profile?.role === 'admin') return TOO_SHORT;
    }
    const { error } = await auth.updateUser({ password });
    if (error) return failure(error, 'invalid-link');
    dropRecovery();
    const { data } = await auth.getSession();
    const othersOut = await endSessions(data.session?.access_token ?? recovery.accessToken, 'global');
    const here = readSession();
    if (othersOut && here && here.userId === opened.user?.id) await accessFor(here.userId, here.accessToken);
    return { kind: 'ok', othersOut };
  } catch (error) {
    logger.warn('The password was not set', error);
    return { kind: 'network' };
  }
}

/** Changes the password of the signed-in person, who also types the current one. */
export async function changePassword(current: string, next: string): Promise<PasswordOutcome> {
  const identity = presentIdentity();
  if (!identity?.email) return { kind: 'signed-out' };
  const { userId, email } = identity;
  if (identity.role === 'admin' && next.length < ADMIN_PASSWORD_MINIMUM) return TOO_SHORT;
  try {
    // An unlocked phone, or a session that is weeks old, must not be enough to change the password: servers require a
    // recent session. It becomes this phone's, because a change ends all sessions but the requesting one.
    const auth = await authClient();
    const { data, error: refused } = await auth.signInWithPassword({ email, password: current });
    if (refused) return failure(refused, 'wrong-password');
    const fresh = toSession(data.session);
    if (fresh?.userId !== userId) {
      tellServer(data.session.access_token);
      return { kind: 'wrong-password' };
    }
    const before = readSession();
    if (before?.userId !== userId) {
      tellServer(fresh.accessToken);
      return { kind: 'signed-out' };
    }
    await keepSession(fresh);
    tellServer(before.accessToken);
    const response = await authorizedFetch(userId, '/auth/v1/user', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: next, current_password: current }),
    });
    if (!response.ok) return failure(await readFailure(response), 'signed-out');
    const access = await accessFor(userId);
    const othersOut = access.kind === 'ok' && (await endSessions(access.session.accessToken, 'others'));
    return { kind: 'ok', othersOut };
  } catch (error) {
    if (error instanceof NotSignedIn) return { kind: 'signed-out' };
    logger.warn('The password was not changed', error);
    return { kind: 'network' };
  }
}

/** The auth server's error, in the names of supabase-js. */
async function readFailure(response: Response): Promise<AuthFailure> {
  const body = (await response.json()) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    status: response.status,
    code: text(body.error_code) ?? text(body.code),
    message: text(body.msg) ?? text(body.message) ?? '',
  };
}

function failure(
  error: AuthFailure,
  refused: 'invalid-link' | 'wrong-password' | 'signed-out',
): PasswordOutcome {
  const kind = authErrorKind(error);
  if (kind === 'session' || kind === 'invalid') return { kind: refused };
  if (kind === 'current-password' && refused !== 'invalid-link') return { kind: 'wrong-password' };
  if (kind === 'weak-password') return { kind, least: leastOf(error.message) };
  if (kind === 'network' || kind === 'rate-limited' || kind === 'same-password' || kind === 'banned') {
    return { kind };
  }
  if (refused === 'invalid-link' && (error.status === 401 || error.status === 403)) return { kind: refused };
  return { kind: 'message', message: error.message, code: error.code };
}

/** Parses the minimum from 'Password should be at least 8 characters.' */
function leastOf(message: string): number | null {
  const said = /at least (\d+) characters/.exec(message)?.[1];
  return said === undefined ? null : Number(said);
}
