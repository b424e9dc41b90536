import { createClient } from 'npm:@supabase/supabase-js@2';

Deno.serve(async (request) => {
  const client = createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_ANON_KEY') ?? '', {
    auth: { persistSession: false },
    global: { headers: { Authorization: request.headers.get('Authorization') ?? '' } },
  });
  const { data } = await client.rpc('whoami');
  return Response.json(data);
});
