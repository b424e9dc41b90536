/**
 * POST → { removed }: deletes the files of pictures that no profile shows any more (…_files.sql) through the Storage
 * API. Only the server may call it: the embedded backend's timer, or a cron on Supabase (hosting.md). Calls may run in
 * parallel and be repeated: each leases other names, a name stays in the queue until its removal was confirmed, and
 * removing a file that is gone succeeds.
 */
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { secretKey, secretKeyOf } from '../_shared/keys.ts';

const BUCKET = 'profile-images';
/** Names in one request to Storage. */
const AT_MOST = 100;

const respond = (content: object, status = 200) =>
  Response.json(content, { status, headers: { 'Cache-Control': 'no-store' } });

async function removeFiles(url: string, key: string): Promise<number> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const claimed = await client.rpc('claim_stale_files', { at_most: AT_MOST });
  if (claimed.error) throw new Error(`claim_stale_files: ${claimed.error.message}`);
  const names = z.array(z.string()).parse(claimed.data);
  if (names.length === 0) return 0;
  const removal = await client.storage.from(BUCKET).remove(names);
  if (removal.error) throw new Error(`Storage removed no files: ${removal.error.message}`);
  const settled = await client.rpc('settle_stale_files', { names });
  if (settled.error) throw new Error(`settle_stale_files: ${settled.error.message}`);
  return names.length;
}

Deno.serve(async (request) => {
  if (request.method !== 'POST') return respond({ code: 'method_not_allowed' }, 405);
  const key = await secretKeyOf(request);
  if (key === 'missing') return respond({ code: 'key_missing', message: 'this needs a secret key' }, 401);
  if (key === 'wrong') return respond({ code: 'key_wrong', message: 'this is no secret key' }, 403);
  try {
    const removed = await removeFiles((Deno.env.get('SUPABASE_URL') ?? '').trim(), secretKey());
    return respond({ removed });
  } catch (error) {
    console.error('remove-files:', error instanceof Error ? error.message : error);
    return respond({ code: 'unavailable', message: 'the files were not removed; they are tried again' }, 503);
  }
});
