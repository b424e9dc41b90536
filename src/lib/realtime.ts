/**
 * The part of supabase-js that receives messages from the server, a fifth of its size: import dynamically, after the
 * first results.
 */
import { RealtimeClient } from '@supabase/realtime-js';
import { env } from './env';

/** A separate connection, opened by its first channel; anonymous until it gets a token (`setAuth`). */
export function createRealtimeClient(): RealtimeClient {
  const key = env.supabaseAnonKey;
  return new RealtimeClient(`${env.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    accessToken: async () => key,
  });
}
