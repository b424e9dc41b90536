/** From a session that the server gave out to a person on this phone. */
import { logger } from '@/lib/logger';
import { type AccountState, loadAccount, toIdentity } from './account';
import { adopt } from './adopt';
import { type AuthFailure, authErrorKind } from './auth-errors';
import { isAwaited } from './awaiting';
import { confirmationStore } from './confirmation';
import { forgetRegistration } from './forget';
import { presentIdentity } from './identity';
import { authClient } from './lazy-client';
import type { SignInInput, SignInOutcome } from './outcomes';
import { toSession } from './refresh';
import { complete, readMetadata, toKnown } from './registration';
import { forgetMetadata, tellServer } from './server-session';
import type { StoredSession } from './stored-session';

export function signInFailure(error: AuthFailure): SignInOutcome {
  const kind = authErrorKind(error);
  if (kind === 'network' || kind === 'rate-limited' || kind === 'banned') return { kind };
  if (kind === 'invalid' || kind === 'unconfirmed') return { kind, message: error.message };
  return { kind: 'message', message: error.message, code: error.code };
}

/** Nothing is kept on the phone before the profile is known and the role fits. */
export async function enter(
  session: StoredSession,
  metadata: unknown,
  email: string,
  chosen: SignInInput['role'] | null,
): Promise<SignInOutcome> {
  const { userId, accessToken } = session;
  let account: AccountState;
  try {
    account = await loadAccount(userId, accessToken);
    const role = toIdentity(account, email).role;
    if (chosen && role && role !== chosen) {
      tellServer(accessToken);
      return { kind: 'role-mismatch', actual: role, chosen };
    }
    account = await resume(account, session, metadata);
  } catch (error) {
    logger.warn('Loading the profile', error);
    tellServer(accessToken);
    return { kind: 'profile-failed' };
  }
  if (account.state === 'removed') {
    tellServer(accessToken);
    return { kind: 'profile-failed' };
  }
  const identity = toIdentity(account, email);
  await adopt(session, identity);
  confirmationStore.setState({ note: null });
  if (identity.state === 'registering') return { kind: 'registering', identity, known: toKnown(metadata) };
  // Resumed, confirmed, or completed by a call whose answer was lost.
  if (readMetadata(metadata)) forgetMetadata(accessToken);
  if (isAwaited(identity.email)) forgetRegistration();
  return { kind: 'ok', identity };
}

/** Goes on with a registration that was cut off, as far as that needs no answer from the person. */
async function resume(
  account: AccountState,
  { userId, accessToken }: StoredSession,
  metadata: unknown,
): Promise<AccountState> {
  const payload = account.state === 'registering' ? readMetadata(metadata) : null;
  if (!(payload?.terms_accepted || account.pending.length > 0)) return account;
  const done = await complete(accessToken, payload ?? {});
  return done.kind === 'ok' ? loadAccount(userId, accessToken) : account;
}

/** A session that a confirmation link brought. */
export async function enterWithLink(
  accessToken: string,
  refreshToken: string,
): Promise<SignInOutcome | { kind: 'elsewhere' }> {
  try {
    const { data, error } = await (await authClient()).auth.getUser(accessToken);
    if (error) return signInFailure(error);
    const session = toSession({
      access_token: accessToken,
      refresh_token: refreshToken,
      user: data.user,
    });
    if (!session) return { kind: 'network' };
    // Somebody else's link must not make this phone theirs.
    if (presentIdentity() || !isAwaited(data.user.email)) {
      tellServer(accessToken);
      return { kind: 'elsewhere' };
    }
    return await enter(session, data.user.user_metadata, data.user.email ?? '', null);
  } catch (error) {
    logger.warn('Entering with a link', error);
    return { kind: 'network' };
  }
}
