/** Requests in a person's name: with that person's token or not at all, never as a visitor instead. */
import { env } from '@/lib/env';
import { callProcedure, RestFailure } from '@/lib/rest';
import { isRejectedToken } from '@/lib/storage-answer';
import { presentIdentity } from '../identity';
import { guardedFetch } from './guarded-fetch';
import { type Access, accessFor } from './refresh';

/** There is no token of this person: nobody is signed in, or another person is. */
export class NotSignedIn extends Error {
  constructor() {
    super('Not signed in');
    this.name = 'NotSignedIn';
  }
}

async function tokenOf(userId: string, rejected?: string): Promise<string> {
  const access: Access = await accessFor(userId, rejected);
  if (access.kind === 'ok') return access.session.accessToken;
  if (access.kind === 'signed-out') throw new NotSignedIn();
  throw new RestFailure('network', 'No token without a network');
}

/** Calls a procedure as this person, and repeats it with a new token after a 401. Throws RestFailure, NotSignedIn. */
export async function callAs(
  userId: string,
  procedure: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<unknown> {
  const token = await tokenOf(userId);
  try {
    return await callProcedure(procedure, args, signal, token);
  } catch (error) {
    // An error with a hint comes from the procedure, not from the gateway before it.
    if (!(error instanceof RestFailure) || error.status !== 401 || error.hint) throw error;
    return callProcedure(procedure, args, signal, await tokenOf(userId, token));
  }
}

/** Calls a procedure as the signed-in person, else as a visitor. Throws RestFailure, NotSignedIn. */
export function callAsPresent(
  procedure: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<unknown> {
  const identity = presentIdentity();
  return identity ? callAs(identity.userId, procedure, args, signal) : callProcedure(procedure, args, signal);
}

/**
 * `fetch` of a path of the backend as this person, repeated with a new token when the token is refused. Throws
 * TypeError without a network, NotSignedIn.
 */
export async function authorizedFetch(
  userId: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const send = (token: string) =>
    guardedFetch(`${env.supabaseUrl}${path}`, {
      ...init,
      headers: { apikey: env.supabaseAnonKey, ...init.headers, authorization: `Bearer ${token}` },
    });
  const token = await tokenOf(userId);
  const response = await send(token);
  const isRejected = path.startsWith('/storage/v1/')
    ? await isRejectedToken(response)
    : response.status === 401;
  return isRejected ? send(await tokenOf(userId, token)) : response;
}
