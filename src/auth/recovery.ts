/**
 * Passwords: the new one after a recovery link, another one for who is signed in. A recovery session is no identity: it
 * lives in this page's memory, opens nothing else, and is ended as soon as it has served.
 */
import { logger } from '@/lib/logger';
import { arrivedRecovery, dropRecovery } from './arrival';
import { type AuthFailure, authErrorKind } from './auth-errors';
import { presentIdentity } from './identity';
import { authClient } from './lazy-client';
import type { PasswordOutcome } from './outcomes';
import { tellServer } from './server-session';

/** Asks the server about the link that opened this page. */
export async function checkRecovery(): Promise<'valid' | 'invalid' | 'network'> {
  const recovery = arrivedRecovery();
  if (!recovery) return 'invalid';
  try {
    const { error } = await (await authClient()).auth.getUser(recovery.accessToken);
    if (!error) return 'valid';
    const kind = authErrorKind(error);
    if (kind === 'network' || kind === 'rate-limited') return 'network';
    dropRecovery();
    return 'invalid';
  } catch {
    return 'network';
  }
}

/** The new password of a recovery; the recovery session is signed out afterwards. */
export async function updatePassword(password: string): Promise<PasswordOutcome> {
  const recovery = arrivedRecovery();
  if (!recovery) return { kind: 'invalid-link' };
  try {
    const { auth } = await authClient();
    const { error: refused } = await auth.setSession({
      access_token: recovery.accessToken,
      refresh_token: recovery.refreshToken,
    });
    if (refused) return failure(refused, 'invalid-link');
    const { error } = await auth.updateUser({ password });
    if (error) return failure(error, 'invalid-link');
    dropRecovery();
    const { data } = await auth.getSession();
    tellServer(data.session?.access_token ?? recovery.accessToken);
    return { kind: 'ok' };
  } catch (error) {
    logger.warn('Setting the password', error);
    return { kind: 'network' };
  }
}

/** The new password of somebody who is signed in and says the current one. */
export async function changePassword(current: string, next: string): Promise<PasswordOutcome> {
  const email = presentIdentity()?.email;
  if (!email) return { kind: 'signed-out' };
  try {
    // A session of its own: a phone that lies unlocked on a table is not enough to change the password.
    const { auth } = await authClient();
    const { data, error: refused } = await auth.signInWithPassword({ email, password: current });
    if (refused) return failure(refused, 'wrong-password');
    const { error } = await auth.updateUser({ password: next });
    tellServer(data.session.access_token);
    return error ? failure(error, 'signed-out') : { kind: 'ok' };
  } catch (error) {
    logger.warn('Changing the password', error);
    return { kind: 'network' };
  }
}

function failure(
  error: AuthFailure,
  refused: 'invalid-link' | 'wrong-password' | 'signed-out',
): PasswordOutcome {
  const kind = authErrorKind(error);
  if (kind === 'session' || kind === 'invalid') return { kind: refused };
  if (kind === 'network' || kind === 'rate-limited' || kind === 'weak-password' || kind === 'same-password') {
    return { kind };
  }
  if (refused === 'invalid-link' && (error.status === 401 || error.status === 403)) return { kind: refused };
  return { kind: 'message', message: error.message };
}
