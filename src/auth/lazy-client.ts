import type { SupabaseClient } from '@supabase/supabase-js';

/** A fresh client that keeps nothing; loads supabase-js with the first call. Throws when its chunk does not load. */
export async function authClient(): Promise<SupabaseClient> {
  return (await import('./client')).createAuthClient();
}
