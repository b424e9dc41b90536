/** Acceptance of terms, and deletion of the account. */
import { env } from '@/lib/env';
import { logger } from '@/lib/logger';
import { callProcedure, RestFailure } from '@/lib/rest';
import { type AuthFailure, authErrorKind } from './auth-errors';
import { presentIdentity } from './identity';
import { forgetPerson } from './leaving/release';
import type { DeleteOutcome, SimpleOutcome } from './outcomes';
import { updateIdentity } from './session/adopt';
import { guardedFetch } from './session/guarded-fetch';
import { authClient } from './session/lazy-client';
import { tellServer } from './session/server-session';
import { callAs, NotSignedIn } from './session/user-rest';

export async function acceptTerms(termsId: string): Promise<SimpleOutcome> {
  const identity = presentIdentity();
  if (!identity) return { kind: 'signed-out' };
  try {
    await callAs(identity.userId, 'accept_terms', { terms_id: termsId });
    updateIdentity({ ...identity, termsDue: null });
    return { kind: 'ok' };
  } catch (error) {
    return failed(error);
  }
}

/**
 * Deletes account and pictures on the server, then everything on this phone. The word to type is EXCLUIR; the password
 * creates the new session that the server requires.
 */
export async function deleteAccount(confirm: string, password: string): Promise<DeleteOutcome> {
  const identity = presentIdentity();
  if (!identity) return { kind: 'signed-out' };
  const { userId, email } = identity;
  let token: string;
  try {
    const { data, error } = await (await authClient()).signInWithPassword({ email, password });
    if (error) return notEntered(error);
    token = data.session.access_token;
    if (data.user.id !== userId) {
      tellServer(token);
      return { kind: 'wrong-password' };
    }
  } catch (error) {
    return failed(error);
  }
  try {
    await deleteWithPictures(token, confirm);
  } catch (error) {
    tellServer(token);
    return failed(error);
  }
  try {
    await forgetPerson(userId);
  } catch (error) {
    logger.error('Not all of the person’s data was deleted', error);
  }
  return { kind: 'ok' };
}

function notEntered(error: AuthFailure): DeleteOutcome {
  const kind = authErrorKind(error);
  if (kind === 'invalid') return { kind: 'wrong-password' };
  if (kind === 'rate-limited' || kind === 'network' || kind === 'banned') return { kind };
  return { kind: 'failed', message: null };
}

/** Buckets whose files the server wants removed before the account, by the hint of its refusal. */
const BUCKETS: Readonly<Record<string, string>> = {
  pictures_remain: 'profile-images',
  share_pictures_remain: 'share-images',
};

async function deleteWithPictures(token: string, confirm: string): Promise<void> {
  const emptied = new Set<string>();
  for (;;) {
    try {
      await callProcedure('delete_my_account', { confirm }, undefined, token);
      return;
    } catch (error) {
      const bucket = error instanceof RestFailure ? BUCKETS[error.hint ?? ''] : undefined;
      if (bucket === undefined || emptied.has(bucket)) throw error;
      emptied.add(bucket);
      await removePictures(token, bucket, (error as RestFailure).details);
    }
  }
}

/** `names`: the files as the refusal lists them, JSON. */
async function removePictures(token: string, bucket: string, names: string | null): Promise<void> {
  const response = await guardedFetch(`${env.supabaseUrl}/storage/v1/object/${bucket}`, {
    method: 'DELETE',
    headers: {
      apikey: env.supabaseAnonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefixes: JSON.parse(names ?? '[]') as unknown }),
  });
  if (!response.ok)
    throw new RestFailure('refused', `Pictures were not deleted: ${response.status}`, response.status);
}

function failed(error: unknown): SimpleOutcome {
  if (error instanceof NotSignedIn) return { kind: 'signed-out' };
  if (error instanceof RestFailure && !error.unreachable && error.kind === 'refused') {
    return { kind: 'failed', message: error.hint };
  }
  logger.warn('The account was not changed', error);
  return { kind: 'network' };
}
