import { jwtVerify } from 'jose';
import type { Keys } from './keys.ts';
import { isStorable } from './storable.ts';

/**
 * The names that Supabase's storage takes. Source: https://github.com/supabase/storage, src/storage/limits.ts
 * (`isValidKey`).
 */
const KEY = /^(\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)*$/;
/** What is done by a body of JSON. */
const BY_JSON =
  /^(POST \/storage\/v1\/(bucket|object\/(move|copy|list\/.*|sign\/.*))|PUT \/storage\/v1\/bucket\/.*|DELETE \/storage\/v1\/object\/[^/]+)$/;

/**
 * Why a request for Storage is refused before anybody acts on it, in a form that supabase-js reads; null otherwise. At
 * names that are none, tokens that are none and bodies that are no JSON @supabase/lite 0.10.0 fails.
 */
export async function refusedStorageRequest(request: Request, keys: Keys): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const name = decoded(pathname);
  if (name === null || !KEY.test(name)) return refusal('InvalidKey', `Invalid key: ${name ?? pathname}`);
  const token = searchParams.get('token');
  // Under any address that the library may take for a signed one.
  if (token !== null && name.includes('/sign/') && !(await isSigned(token, keys))) {
    return refusal('InvalidJWT', 'The token is not one of this server, or has expired');
  }
  if (!BY_JSON.test(`${request.method} ${name}`) || isReadable(await request.clone().text())) return null;
  return refusal('InvalidRequest', 'The body is not JSON that can be stored');
}

function isReadable(sent: string): boolean {
  try {
    return isStorable(JSON.parse(sent));
  } catch {
    return false;
  }
}

async function isSigned(token: string, { jwtSecret }: Keys): Promise<boolean> {
  try {
    await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] });
    return true;
  } catch {
    return false;
  }
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

const refusal = (error: string, message: string) =>
  Response.json({ statusCode: '400', error, message }, { status: 400 });
