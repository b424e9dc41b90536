import { createClient } from 'npm:@supabase/supabase-js@2';
import { corsHeaders } from '../_shared/cors.ts';

/** Without these the product works, only a part of it is silent. */
const OPTIONAL_SECRETS = ['FCM_SERVICE_ACCOUNT', 'RESEND_API_KEY'];
/** Milliseconds: a database that takes longer is not well. */
const PATIENCE = 5000;

/** Not a HEAD request: supabase-js takes a missing table's empty 404 for success. */
async function checkDatabase(): Promise<{ ok: boolean; milliseconds: number; error: string | null }> {
  const client = createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const started = performance.now();
  const { error, status } = await client
    .from('cities')
    .select('id')
    .limit(1)
    .abortSignal(AbortSignal.timeout(PATIENCE));
  return {
    ok: error === null,
    milliseconds: Math.round(performance.now() - started),
    error: error === null ? null : `${status} ${error.code ?? ''}`.trim(),
  };
}

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
  const database = await checkDatabase();
  const secrets = Object.fromEntries(
    OPTIONAL_SECRETS.map((name) => [name, (Deno.env.get(name) ?? '') !== '']),
  );
  return Response.json(
    { ok: database.ok, time: new Date().toISOString(), database, secrets },
    { status: database.ok ? 200 : 503, headers: { ...corsHeaders, 'Cache-Control': 'no-store' } },
  );
});
