/** The protocol of the auth server, without storage: import dynamically, it is 20 kB. Of supabase-js nothing else is used. */
import { GoTrueClient } from '@supabase/auth-js';
import { env } from '@/lib/env';
import { guardedFetch } from './guarded-fetch';

/** A client that stores nothing and refreshes nothing; each caller makes its own. */
export function createAuthClient(): GoTrueClient {
  const key = env.supabaseAnonKey;
  return new GoTrueClient({
    url: `${env.supabaseUrl}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch: guardedFetch,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
}
