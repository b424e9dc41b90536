/** Requests about a session that no screen waits for. */
import { env } from '@/lib/env';
import { logger } from '@/lib/logger';
import { guardedFetch } from './guarded-fetch';

/** Milliseconds to wait for the sign-out of the other devices, since the change before it is already done. */
const PATIENCE = 5_000;

/** Ends a session on the server, in the background: the phone has deleted it already. */
export function tellServer(accessToken: string): void {
  guardedFetch(`${env.supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: env.supabaseAnonKey, authorization: `Bearer ${accessToken}` },
  }).catch(() => logger.info('The server was not told of the sign-out'));
}

/** Ends a person's sessions on all devices, or on all but this one. Resolves to whether the server confirmed it. */
export async function endSessions(accessToken: string, scope: 'global' | 'others'): Promise<boolean> {
  try {
    const response = await guardedFetch(`${env.supabaseUrl}/auth/v1/logout?scope=${scope}`, {
      method: 'POST',
      keepalive: true,
      signal: AbortSignal.timeout(PATIENCE),
      headers: { apikey: env.supabaseAnonKey, authorization: `Bearer ${accessToken}` },
    });
    return response.ok;
  } catch (error) {
    logger.warn('The other sessions may still be open', error);
    return false;
  }
}

/**
 * Deletes the sign-up's metadata, which is part of every token: after the registration, city, phone and styles do not
 * belong there.
 */
export function forgetMetadata(accessToken: string): void {
  guardedFetch(`${env.supabaseUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: env.supabaseAnonKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data: { registration: null } }),
  }).catch(() => logger.info('The registration metadata was not deleted'));
}
