import type { GoTrueClient } from '@supabase/auth-js';

/** A new client that stores nothing; loads auth-js with the first call. Throws when its chunk does not load. */
export async function authClient(): Promise<GoTrueClient> {
  return (await import('./client')).createAuthClient();
}
