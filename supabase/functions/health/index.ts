import { createClient } from '@supabase/supabase-js';
import { corsHeaders } from '../_shared/cors.ts';
import { publishableKey } from '../_shared/keys.ts';

/** Milliseconds: a database that takes longer is not well. */
const PATIENCE = 5000;

/** Not a HEAD request: supabase-js takes a missing table's empty 404 for success. */
async function databaseAnswers(): Promise<boolean> {
  const client = createClient(Deno.env.get('SUPABASE_URL') ?? '', publishableKey(), {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client
    .from('cities')
    .select('id')
    .limit(1)
    .abortSignal(AbortSignal.timeout(PATIENCE));
  if (error !== null) console.error(`The database does not answer: ${error.code} ${error.message}`);
  return error === null;
}

/** Anybody may ask, so it tells nothing but whether all is well; why it is not stands in the function's log. */
Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
  const ok = await databaseAnswers();
  return Response.json(
    { ok },
    { status: ok ? 200 : 503, headers: { ...corsHeaders, 'Cache-Control': 'no-store' } },
  );
});
