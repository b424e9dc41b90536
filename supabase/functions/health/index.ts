import { createClient } from '@supabase/supabase-js';
import { corsHeaders } from '../_shared/cors.ts';
import { publishableKey } from '../_shared/keys.ts';

/** Milliseconds; a slower database counts as unhealthy. */
const PATIENCE = 5000;

/** Sends GET, not HEAD: supabase-js takes the empty 404 of a missing table for success. */
async function databaseAnswers(): Promise<boolean> {
  const client = createClient(Deno.env.get('SUPABASE_URL') ?? '', publishableKey(), {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client
    .from('cities')
    .select('id')
    .limit(1)
    .abortSignal(AbortSignal.timeout(PATIENCE));
  if (error !== null) console.error(`The database does not respond: ${error.code} ${error.message}`);
  return error === null;
}

/** Public, so the response says only whether the database responds; the reason is in the function's log. */
Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
  const ok = await databaseAnswers();
  return Response.json(
    { ok },
    { status: ok ? 200 : 503, headers: { ...corsHeaders, 'Cache-Control': 'no-store' } },
  );
});
