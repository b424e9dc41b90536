/**
 * POST { path } → { read: true }: reads the files of a stored picture, in all its sizes, and notes that rows may name it
 * (…_files.sql); Storage does not look at what it stores. 422 with the fault when it is no picture, or has more
 * pixels than a phone makes. The token is its owner's, or the team's. Calls may be repeated.
 */
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { corsHeaders } from '../_shared/cors.ts';
import { publishableKey, secretKey } from '../_shared/keys.ts';
import { isTooLarge, pictureFault, readPicture } from '../_shared/pictures/read-picture.ts';

const MAX_BODY = 2_000;
const PLACE = /^\/storage\/v1\/object\/public\/([a-z-]+)\/./;
/** Bytes; no bucket of pictures takes more. */
const MAX_FILE = 5 * 1024 * 1024;

const body = z.object({ path: z.string().max(1_000).regex(PLACE) });
const versionsByName = z.record(z.string(), z.string());

const url = () => (Deno.env.get('SUPABASE_URL') ?? '').trim();
const options = { auth: { persistSession: false, autoRefreshToken: false } };

/** The reason why this file may not be shown; null: none. Throws when Storage does not answer with the file. */
async function faultOf(bucket: string, name: string, version: string): Promise<string | null> {
  const address = `${url()}/storage/v1/object/authenticated/${bucket}/${name}?version=${encodeURIComponent(version)}`;
  const key = secretKey();
  const response = await fetch(address, { headers: { apikey: key, authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`Storage answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength > MAX_FILE) return 'too_many_bytes';
  const fault = pictureFault(bytes, response.headers.get('content-type') ?? '', name);
  if (fault !== null) return fault;
  const read = readPicture(bytes);
  // Phones upload sizes that they have made, and a project without transforms shows files as they are.
  return read.kind === 'picture' && !isTooLarge(read.header, true) ? null : 'too_many_pixels';
}

const respond = (content: object, status = 200) =>
  Response.json(content, { status, headers: { ...corsHeaders, 'Cache-Control': 'no-store' } });

async function answer(path: string, authorization: string): Promise<Response> {
  const person = createClient(url(), publishableKey(), {
    ...options,
    global: { headers: { authorization } },
  });
  const asked = await person.rpc('picture_to_read', { picture_path: path });
  if (asked.error) {
    const status = [401, 403].includes(asked.status) ? asked.status : 503;
    return respond({ code: status === 503 ? 'unavailable' : 'not_yours' }, status);
  }
  const versions = versionsByName.nullable().parse(asked.data);
  if (versions === null) return respond({ code: 'picture_unknown', message: 'a file is missing' }, 404);
  const [, bucket = ''] = PLACE.exec(path) ?? [];
  for (const [name, version] of Object.entries(versions)) {
    const fault = await faultOf(bucket, name, version);
    if (fault !== null) return respond({ code: fault, message: 'this picture may not be shown' }, 422);
  }
  const noted = await createClient(url(), secretKey(), options).rpc('note_read_picture', {
    picture_path: path,
    versions,
  });
  if (noted.error) throw new Error(`note_read_picture: ${noted.error.message}`);
  return noted.data === true ? respond({ read: true }) : respond({ code: 'replaced_meanwhile' }, 409);
}

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
  if (request.method !== 'POST') return respond({ code: 'method_not_allowed' }, 405);
  const text = await request.text();
  const asked = body.safeParse(text.length > MAX_BODY ? null : parsed(text));
  if (!asked.success) return respond({ code: 'invalid_body', message: 'expected { path }' }, 400);
  try {
    return await answer(asked.data.path, request.headers.get('authorization') ?? '');
  } catch (error) {
    console.error('read-picture:', error instanceof Error ? error.message : error);
    return respond({ code: 'unavailable', message: 'the picture was not read; ask again' }, 503);
  }
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
