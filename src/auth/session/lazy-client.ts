import type { SupabaseClient } from '@supabase/supabase-js';

/** A new client that stores nothing; loads supabase-js with the first call. Throws when its chunk does not load. */
export async function authClient(): Promise<SupabaseClient> {
  return (await import('./client')).createAuthClient();
}
