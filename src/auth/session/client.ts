/** supabase-js as the protocol of the auth server, without storage: import dynamically, it is 54 kB. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { env } from '@/lib/env';
import { guardedFetch } from './guarded-fetch';

/** A client that stores nothing and refreshes nothing; each caller makes its own. */
export function createAuthClient(): SupabaseClient {
  return createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType: 'implicit' },
    global: { fetch: guardedFetch },
  });
}
