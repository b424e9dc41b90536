/** The full client, 54 kB: import this module dynamically, after the first results are painted. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { env } from './env';

/** A client that is nobody: it keeps no session and refreshes none. */
export function createVisitorClient(): SupabaseClient {
  return createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}
