/**
 * Sign-in, registration, sign-out. Import from lazy pages only; supabase-js is imported dynamically by the first call.
 * Every function resolves to a value; none throws.
 */

import type { GoTrueClient } from '@supabase/auth-js';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { foldEmail } from '@/lib/typed-text';
import { loadAccount, toIdentity } from '../account';
import { type AuthFailure, authErrorKind } from '../auth-errors';
import { packRequests } from '../drafts/visitor-requests';
import { awaitConfirmation } from '../entering/awaiting';
import { enter, signInFailure } from '../entering/enter';
import { abort, complete, toPayload } from '../entering/registration';
import { presentIdentity } from '../identity';
import { forgetRegistration } from '../leaving/forget';
import { askBeforeLeaving } from '../leaving/leaving';
import { forgetPerson } from '../leaving/release';
import type {
  RegisterInput,
  RegisterOutcome,
  ResetRequestOutcome,
  ResumeInput,
  ResumeOutcome,
  SignInInput,
  SignInOutcome,
  SignOutOutcome,
} from '../outcomes';
import { adopt, updateIdentity } from './adopt';
import { authClient } from './lazy-client';
import { accessFor, toSession } from './refresh';
import { forgetMetadata, tellServer } from './server-session';
import { readSession, type StoredSession } from './stored-session';

/** Signs in with e-mail and password; the profile is loaded first, and its role must be the chosen one. */
export async function signIn(input: SignInInput): Promise<SignInOutcome> {
  try {
    const { email, password } = input;
    const { data, error } = await (await authClient()).signInWithPassword({
      email: foldEmail(email),
      password,
    });
    if (error) return signInFailure(error);
    const session = toSession(data.session);
    if (!session) return { kind: 'network' };
    return await enter(session, data.user.user_metadata, email, input.role);
  } catch (error) {
    logger.warn('The sign-in failed', error);
    return { kind: 'network' };
  }
}

/** Creates the account and completes its registration. */
export async function register(input: RegisterInput): Promise<RegisterOutcome> {
  if (!foldEmail(input.email) || !input.password || !input.role || !input.name.trim())
    return { kind: 'fields' };
  if (!input.termsAccepted) return { kind: 'terms' };
  try {
    const client = await authClient();
    const payload = toPayload(input);
    const luggage = payload.role === 'student' ? packRequests() : {};
    const email = foldEmail(input.email);
    const { data, error } = await client.signUp({
      email,
      password: input.password,
      options: {
        data: { role: payload.role, name: payload.name, registration: { ...payload, ...luggage } },
        emailRedirectTo: confirmationTarget(),
      },
    });
    if (error) return await registerFailure(error, client, input);
    if (data.session) return await finish(toSession(data.session), input);
    // For an existing address, a server that sends confirmations responds with a user without identities.
    if (data.user?.identities?.length === 0) return { kind: 'email-taken' };
    awaitConfirmation(email);
    return { kind: 'confirm-email' };
  } catch (error) {
    logger.warn('The registration failed', error);
    return { kind: 'network' };
  }
}

async function registerFailure(
  error: AuthFailure,
  client: GoTrueClient,
  input: RegisterInput,
): Promise<RegisterOutcome> {
  const kind = authErrorKind(error);
  if (kind === 'network' || kind === 'rate-limited' || kind === 'weak-password' || kind === 'invalid-email') {
    return { kind };
  }
  // Where the response has no message, supabase-js gives the whole body as the message.
  const message = error.message.startsWith('{') ? null : error.message || null;
  if (kind !== 'email-taken') return { kind: 'refused', message, code: error.code };
  // The account may come from this same registration, interrupted before its response: then the password opens it.
  const { data } = await client.signInWithPassword({
    email: foldEmail(input.email),
    password: input.password,
  });
  const session = data.session && toSession(data.session);
  if (!session) return { kind: 'email-taken' };
  const account = await loadAccount(session.userId, session.accessToken);
  // Another tab has completed the same registration first: this one follows it.
  if (presentIdentity()?.userId === session.userId && account.state === 'active') {
    tellServer(session.accessToken);
    return { kind: 'ok', identity: toIdentity(account, foldEmail(input.email)) };
  }
  const role = account.draft?.role ?? null;
  if (account.state === 'registering' && (role === null || role === input.role)) {
    return finish(session, input);
  }
  tellServer(session.accessToken);
  return { kind: 'email-taken' };
}

async function finish(session: StoredSession | null, input: RegisterInput): Promise<RegisterOutcome> {
  if (!session) return { kind: 'network' };
  const { userId, accessToken } = session;
  const done = await complete(accessToken, toPayload(input));
  if (done.kind === 'failed') {
    // Without the server's report the account may be complete: the next sign-in decides.
    if (done.reported) await abort(accessToken);
    tellServer(accessToken);
    return done.failure;
  }
  const identity = toIdentity(await loadAccount(userId, accessToken), foldEmail(input.email));
  forgetRegistration();
  await adopt(session, identity);
  forgetMetadata(accessToken);
  return { kind: 'ok', identity };
}

/** Completes an interrupted registration, for a person signed in with state 'registering'. */
export async function resumeRegistration(input: ResumeInput): Promise<ResumeOutcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  if (!input.termsAccepted) return { kind: 'terms' };
  try {
    const access = await accessFor(userId);
    if (access.kind !== 'ok') return access;
    const { accessToken } = access.session;
    const done = await complete(accessToken, toPayload(input));
    if (done.kind === 'failed') return done.failure;
    const identity = toIdentity(await loadAccount(userId, accessToken), presentIdentity()?.email ?? '');
    forgetRegistration();
    updateIdentity(identity);
    forgetMetadata(accessToken);
    return { kind: 'ok', identity };
  } catch (error) {
    logger.warn('The registration could not be resumed', error);
    return error instanceof RestFailure ? { kind: 'network' } : { kind: 'unknown' };
  }
}

/** Sends the confirmation e-mail again. */
export async function resendConfirmation(email: string): Promise<ResetRequestOutcome> {
  try {
    const { error } = await (await authClient()).resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: confirmationTarget() },
    });
    if (!error) return { kind: 'ok' };
    const kind = authErrorKind(error);
    return kind === 'network' || kind === 'rate-limited' ? { kind } : { kind: 'failed' };
  } catch {
    return { kind: 'network' };
  }
}

const confirmationTarget = () => `${location.origin}/login`;

/** Works offline, in all tabs; 'failed' only when data on this phone could not be deleted. */
export async function signOut(): Promise<SignOutOutcome> {
  const userId = presentIdentity()?.userId ?? readSession()?.userId;
  const answer = userId ? await askBeforeLeaving(userId) : 'leave';
  if (answer === 'stay') return { kind: 'stayed' };
  // Read now: it may have been refreshed while the person was asked.
  const session = readSession();
  try {
    if (userId) await forgetPerson(userId, { ended: null, keepUnsent: answer === 'keep' });
  } catch (error) {
    logger.error('Not all of the person’s data was deleted', error);
    return { kind: 'failed' };
  } finally {
    if (session) tellServer(session.accessToken);
  }
  return { kind: 'ok' };
}

/** Sends the recovery e-mail; the result never tells whether the address exists. */
export async function requestReset(email: string): Promise<ResetRequestOutcome> {
  try {
    const { error } = await (await authClient()).resetPasswordForEmail(foldEmail(email), {
      redirectTo: `${location.origin}/reset-password`,
    });
    if (!error) return { kind: 'ok' };
    const kind = authErrorKind(error);
    if (kind === 'network' || kind === 'rate-limited' || kind === 'invalid-email') return { kind };
    // An unknown address gets the same result as a known one.
    return kind === 'session' ? { kind: 'ok' } : { kind: 'failed' };
  } catch {
    return { kind: 'network' };
  }
}
