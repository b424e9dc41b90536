/**
 * Entering, registering, leaving. Import from lazy pages only; supabase-js follows by dynamic import with the first
 * call. Everything answers with a value; nothing throws.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { env } from '@/lib/env';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { type AccountState, loadAccount, toIdentity } from './account';
import { adopt, updateIdentity } from './adopt';
import { authErrorKind } from './auth-errors';
import { AWAITING_KEY, forgetDrafts } from './forget';
import { guardedFetch } from './guarded-fetch';
import { presentIdentity } from './identity';
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
import { abort, complete, readMetadata, toKnown, toPayload } from './registration';
import { forgetPerson } from './release';
import { readSession, type StoredSession } from './stored-session';

async function authClient(): Promise<SupabaseClient> {
  return (await import('./client')).createAuthClient();
}

/** Enters with e-mail and password; the profile is loaded first and its role must be the chosen one. */
export async function signIn(input: SignInInput): Promise<SignInOutcome> {
  try {
    const { email, password } = input;
    const { data, error } = await (await authClient()).auth.signInWithPassword({
      email: email.trim(),
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

function signInFailure(error: { message: string; status?: number | undefined; code?: string | undefined }) {
  const kind = authErrorKind(error);
  if (kind === 'network' || kind === 'rate-limited' || kind === 'unconfirmed') return { kind };
  if (kind === 'invalid') return { kind, message: error.message };
  return { kind: 'message' as const, message: error.message };
}

/** Nothing is kept on the phone before the profile is known and the role fits. */
async function enter(
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
  if (identity.state === 'registering') return { kind: 'registering', identity, known: toKnown(metadata) };
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
export async function enterWithLink(accessToken: string, refreshToken: string): Promise<SignInOutcome> {
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
    const awaited = localStorage.getItem(AWAITING_KEY);
    if (presentIdentity() || awaited?.toLowerCase() !== data.user.email?.toLowerCase()) {
      return { kind: 'invalid', message: 'Not awaited here' };
    }
    const outcome = await enter(session, data.user.user_metadata, data.user.email ?? '', null);
    if (outcome.kind === 'ok') forgetDrafts();
    return outcome;
  } catch (error) {
    logger.warn('Entering with a link', error);
    return { kind: 'network' };
  }
}

/** Creates the account and completes its registration. */
export async function register(input: RegisterInput): Promise<RegisterOutcome> {
  if (!input.email.trim() || !input.password || !input.role || !input.name.trim()) return { kind: 'fields' };
  if (!input.termsAccepted) return { kind: 'terms' };
  try {
    const client = await authClient();
    const payload = toPayload(input);
    const email = input.email.trim();
    const { data, error } = await client.auth.signUp({
      email,
      password: input.password,
      options: {
        data: { role: payload.role, name: payload.name, registration: payload },
        emailRedirectTo: `${location.origin}/login`,
      },
    });
    if (error) return await registerFailure(error, client, input);
    if (data.session) return await finish(toSession(data.session), input);
    // To an address that is taken a server that sends confirmations answers with a user who has no identities.
    if (data.user?.identities?.length === 0) return { kind: 'email-taken' };
    localStorage.setItem(AWAITING_KEY, email);
    return { kind: 'confirm-email' };
  } catch (error) {
    logger.warn('Registering', error);
    return { kind: 'network' };
  }
}

async function registerFailure(
  error: { message: string; status?: number | undefined; code?: string | undefined },
  client: SupabaseClient,
  input: RegisterInput,
): Promise<RegisterOutcome> {
  const kind = authErrorKind(error);
  if (kind === 'network' || kind === 'rate-limited' || kind === 'weak-password') return { kind };
  if (kind !== 'email-taken') return { kind: 'refused', message: error.message };
  // It may be this very registration, cut off before its answer came: then the password opens it.
  const { data } = await client.auth.signInWithPassword({
    email: input.email.trim(),
    password: input.password,
  });
  const session = data.session && toSession(data.session);
  if (!session) return { kind: 'email-taken' };
  const account = await loadAccount(session.userId, session.accessToken);
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
  const identity = toIdentity(await loadAccount(userId, accessToken), input.email.trim());
  forgetDrafts();
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
    forgetDrafts();
    updateIdentity(identity);
    forgetMetadata(accessToken);
    return { kind: 'ok', identity };
  } catch (error) {
    logger.warn('Resuming the registration', error);
    return error instanceof RestFailure ? { kind: 'network' } : { kind: 'unknown' };
  }
}

/** Works offline, in all tabs; 'failed' only when this phone could not forget. */
export async function signOut(): Promise<SignOutOutcome> {
  const session = readSession();
  const userId = presentIdentity()?.userId ?? session?.userId;
  try {
    if (userId) await forgetPerson(userId);
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
    const { error } = await (await authClient()).auth.resetPasswordForEmail(email.trim(), {
      redirectTo: `${location.origin}/reset-password`,
    });
    if (!error) return { kind: 'ok' };
    const kind = authErrorKind(error);
    if (kind === 'network' || kind === 'rate-limited') return { kind };
    // An unknown address answers as a known one.
    return kind === 'session' ? { kind: 'ok' } : { kind: 'failed' };
  } catch {
    return { kind: 'network' };
  }
}

/** Ends a session on the server. Nothing waits for it: the phone has forgotten it already. */
export function tellServer(accessToken: string): void {
  guardedFetch(`${env.supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: env.supabaseAnonKey, authorization: `Bearer ${accessToken}` },
  }).catch(() => logger.info('The server was not told of the sign-out'));
}

/** The sign-up's metadata travels in every token: once registered, city, phone and styles have no business there. */
function forgetMetadata(accessToken: string): void {
  guardedFetch(`${env.supabaseUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: env.supabaseAnonKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data: { registration: null } }),
  }).catch(() => logger.info('Registration metadata kept'));
}
