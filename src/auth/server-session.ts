/** Telling the server about a session, without anybody waiting for it. */
import { env } from '@/lib/env';
import { logger } from '@/lib/logger';
import { guardedFetch } from './guarded-fetch';

/** Ends a session on the server. Nothing waits for it: the phone has forgotten it already. */
export function tellServer(accessToken: string): void {
  guardedFetch(`${env.supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: env.supabaseAnonKey, authorization: `Bearer ${accessToken}` },
  }).catch(() => logger.info('The server was not told of the sign-out'));
}

/** The sign-up's metadata travels in every token: once registered, city, phone and styles have no business there. */
export function forgetMetadata(accessToken: string): void {
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
