/**
 * Entering, registering, leaving. Import from lazy pages only; supabase-js follows by dynamic import with the first
 * call. Everything answers with a value; nothing throws.
 */

import type { SupabaseClient } from '@supabase/supabase-js';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { foldEmail } from '@/lib/typed-text';
import { loadAccount, toIdentity } from './account';
import { adopt, updateIdentity } from './adopt';
import { type AuthFailure, authErrorKind } from './auth-errors';
import { awaitConfirmation } from './awaiting';
import { enter, signInFailure } from './enter';
import { forgetRegistration } from './forget';
import { presentIdentity } from './identity';
import { authClient } from './lazy-client';
import { askBeforeLeaving } from './leaving';
import type {
  RegisterInput,
  RegisterOutcome,
  ResetRequestOutcome,
  ResumeInput,
  ResumeOutcome,
  SignInInput,
  SignInOutcome,
  SignOutOutcome,
} from './outcomes';
import { accessFor, toSession } from './refresh';
import { abort, complete, toPayload } from './registration';
import { forgetPerson } from './release';
import { forgetMetadata, tellServer } from './server-session';
import { readSession, type StoredSession } from './stored-session';

/** Enters with e-mail and password; the profile is loaded first and its role must be the chosen one. */
export async function signIn(input: SignInInput): Promise<SignInOutcome> {
  try {
    const { email, password } = input;
    const { data, error } = await (await authClient()).auth.signInWithPassword({
      email: foldEmail(email),
      password,
    });
    if (error) return signInFailure(error);
    const session = toSession(data.session);
    if (!session) return { kind: 'network' };
    return await enter(session, data.user.user_metadata, email, input.role);
  } catch (error) {
    logger.warn('Signing in', error);
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
    const email = foldEmail(input.email);
    const { data, error } = await client.auth.signUp({
      email,
      password: input.password,
      options: {
        data: { role: payload.role, name: payload.name, registration: payload },
        emailRedirectTo: confirmationTarget(),
      },
    });
    if (error) return await registerFailure(error, client, input);
    if (data.session) return await finish(toSession(data.session), input);
    // To an address that is taken a server that sends confirmations answers with a user who has no identities.
    if (data.user?.identities?.length === 0) return { kind: 'email-taken' };
    awaitConfirmation(email);
    return { kind: 'confirm-email' };
  } catch (error) {
    logger.warn('Registering', error);
    return { kind: 'network' };
  }
}

async function registerFailure(
  error: AuthFailure,
  client: SupabaseClient,
  input: RegisterInput,
): Promise<RegisterOutcome> {
  const kind = authErrorKind(error);
  if (kind === 'network' || kind === 'rate-limited' || kind === 'weak-password' || kind === 'invalid-email') {
    return { kind };
  }
  // Without an own message supabase-js gives the whole body as one.
  const message = error.message.startsWith('{') ? null : error.message || null;
  if (kind !== 'email-taken') return { kind: 'refused', message, code: error.code };
  // It may be this very registration, cut off before its answer came: then the password opens it.
  const { data } = await client.auth.signInWithPassword({
    email: foldEmail(input.email),
    password: input.password,
  });
  const session = data.session && toSession(data.session);
  if (!session) return { kind: 'email-taken' };
  const account = await loadAccount(session.userId, session.accessToken);
  // Another tab was quicker with the same registration: this one follows it.
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
    // Without the server's word the account may be complete: it is left for the next sign-in.
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

/** Completes a registration that was cut off, for who is signed in with state 'registering'. */
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
    logger.warn('Resuming the registration', error);
    return error instanceof RestFailure ? { kind: 'network' } : { kind: 'unknown' };
  }
}

/** Sends the mail of confirmation once more. */
export async function resendConfirmation(email: string): Promise<ResetRequestOutcome> {
  try {
    const { error } = await (await authClient()).auth.resend({
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

/** Works offline, in all tabs; 'failed' only when this phone could not forget. */
export async function signOut(): Promise<SignOutOutcome> {
  const userId = presentIdentity()?.userId ?? readSession()?.userId;
  const answer = userId ? await askBeforeLeaving(userId) : 'leave';
  if (answer === 'stay') return { kind: 'stayed' };
  // Read now: it may have been refreshed while the person thought.
  const session = readSession();
  try {
    if (userId) await forgetPerson(userId, { ended: null, keepUnsent: answer === 'keep' });
  } catch (error) {
    logger.error('Not all forgotten', error);
    return { kind: 'failed' };
  } finally {
    if (session) tellServer(session.accessToken);
  }
  return { kind: 'ok' };
}

/** Sends the mail of recovery; the answer never tells whether the address exists. */
export async function requestReset(email: string): Promise<ResetRequestOutcome> {
  try {
    const { error } = await (await authClient()).auth.resetPasswordForEmail(foldEmail(email), {
      redirectTo: `${location.origin}/reset-password`,
    });
    if (!error) return { kind: 'ok' };
    const kind = authErrorKind(error);
    if (kind === 'network' || kind === 'rate-limited' || kind === 'invalid-email') return { kind };
    // An unknown address answers as a known one.
    return kind === 'session' ? { kind: 'ok' } : { kind: 'failed' };
  } catch {
    return { kind: 'network' };
  }
}
