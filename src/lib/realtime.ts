/** The part of supabase-js that hears from the server, a fifth of it: import dynamically, after the first results. */
import { RealtimeClient } from '@supabase/realtime-js';
import { env } from './env';

/** A connection of its own, opened by its first channel; nobody's until it is given a token (`setAuth`). */
export function createRealtimeClient(): RealtimeClient {
  const key = env.supabaseAnonKey;
  return new RealtimeClient(`${env.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    accessToken: async () => key,
  });
}
