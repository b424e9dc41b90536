/** Signs a person in on this phone with a session from the server. */
import { logger } from '@/lib/logger';
import { type AccountState, loadAccount, toIdentity } from '../account';
import { type AuthFailure, authErrorKind } from '../auth-errors';
import { hasRequests } from '../drafts/visitor-requests';
import { presentIdentity } from '../identity';
import { forgetRegistration } from '../leaving/forget';
import type { SignInInput, SignInOutcome } from '../outcomes';
import { adopt } from '../session/adopt';
import { authClient } from '../session/lazy-client';
import { toSession } from '../session/refresh';
import { forgetMetadata, tellServer } from '../session/server-session';
import type { StoredSession } from '../session/stored-session';
import { isAwaited } from './awaiting';
import { type ConfirmedElsewhere, confirmationStore } from './confirmation';
import { complete, readMetadata, toKnown } from './registration';

export function signInFailure(error: AuthFailure): SignInOutcome {
  const kind = authErrorKind(error);
  if (kind === 'network' || kind === 'rate-limited' || kind === 'banned') return { kind };
  if (kind === 'invalid' || kind === 'unconfirmed') return { kind, message: error.message };
  return { kind: 'message', message: error.message, code: error.code };
}

/** Stores nothing on the phone before the profile is loaded and the role fits. */
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
    logger.warn('The profile could not be loaded', error);
    tellServer(accessToken);
    return { kind: 'profile-failed' };
  }
  if (account.state === 'removed') {
    tellServer(accessToken);
    return { kind: 'profile-failed' };
  }
  const identity = toIdentity(account, email);
  await adopt(session, identity, metadata);
  confirmationStore.setState({ note: null });
  if (identity.state === 'registering') return { kind: 'registering', identity, known: toKnown(metadata) };
  // The registration was resumed, confirmed, or completed by a call whose response was lost.
  if (readMetadata(metadata)) forgetMetadata(accessToken);
  if (isAwaited(identity.email)) forgetRegistration();
  return { kind: 'ok', identity };
}

/** Continues an interrupted registration, as far as that needs no input from the person. */
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

/** Signs in with the session of a confirmation link. */
export async function enterWithLink(
  accessToken: string,
  refreshToken: string,
): Promise<SignInOutcome | ConfirmedElsewhere> {
  try {
    const { data, error } = await (await authClient()).getUser(accessToken);
    if (error) return signInFailure(error);
    const session = toSession({
      access_token: accessToken,
      refresh_token: refreshToken,
      user: data.user,
    });
    if (!session) return { kind: 'network' };
    // Another person's link must not sign that person in on this phone.
    if (presentIdentity() || !isAwaited(data.user.email)) {
      tellServer(accessToken);
      const metadata = data.user.user_metadata;
      return { kind: 'elsewhere', role: toKnown(metadata).role, hasRequest: hasRequests(metadata) };
    }
    return await enter(session, data.user.user_metadata, data.user.email ?? '', null);
  } catch (error) {
    logger.warn('Sign-in with a link failed', error);
    return { kind: 'network' };
  }
}
