import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { Keys } from './keys.ts';
import { isStorable } from './storable.ts';

/**
 * The names that Supabase's storage takes. Source:
 * https://github.com/supabase/storage/blob/4fa61fba/src/storage/limits.ts (`isValidKey`, `isValidBucketName`).
 */
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;
/** What stands before a key in an address. */
const PLACE =
  /^\/storage\/v1\/(object|render\/image)\/((upload\/)?sign\/|(info\/)?(public|authenticated)\/|info\/)?[^/]+\//;
/** What is done by a body of JSON, an object. */
const BY_JSON =
  /^(POST \/storage\/v1\/(bucket|object\/(move|copy|list\/.*|sign\/.*))|PUT \/storage\/v1\/bucket\/.*|DELETE \/storage\/v1\/object\/[^/]+)$/;
/** Where a file is to go. */
const KEY_TO = /^POST \/storage\/v1\/object\/(move|copy)$/;
const destination = z.object({ destinationKey: z.string() });
const bucket = z.object({ name: z.string() });
const object = z.looseObject({});

/**
 * Why a request for Storage is refused before anybody acts on it, in a form that supabase-js reads; null otherwise. At
 * names that are none, tokens that are none and bodies that are no JSON, or a text of it that begins like an object,
 * @supabase/lite 0.10.0 fails.
 */
export async function refusedStorageRequest(request: Request, keys: Keys): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const name = decoded(pathname);
  if (name === null || !KEY.test(name)) return invalidKey(name?.replace(PLACE, '') ?? pathname);
  const token = searchParams.get('token');
  // Under any address that the library may take for a signed one.
  if (token !== null && name.includes('/sign/') && !(await isSigned(token, keys))) {
    return refusal('InvalidJWT', 'The token is not one of this server, or has expired');
  }
  const asked = `${request.method} ${name}`;
  return BY_JSON.test(asked) ? refusedBody(asked, await request.clone().text()) : null;
}

function refusedBody(asked: string, sent: string): Response | null {
  const body = parsed(sent);
  if (!object.safeParse(body).success) return refusal('InvalidRequest', 'The body is not a JSON object');
  if (!isStorable(body)) return refusal('InvalidRequest', 'The body holds text that cannot be stored');
  const to = KEY_TO.test(asked) ? destination.safeParse(body).data?.destinationKey : undefined;
  if (to !== undefined && !KEY.test(to)) return invalidKey(to);
  const made = asked === 'POST /storage/v1/bucket' ? bucket.safeParse(body).data?.name : undefined;
  const isName = made === undefined || (BUCKET.test(made) && made.trim() === made);
  return isName ? null : refusal('Invalid Input', 'Bucket name invalid');
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
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

const invalidKey = (key: string) => refusal('InvalidKey', `Invalid key: ${key}`);
const refusal = (error: string, message: string) =>
  Response.json({ statusCode: '400', error, message }, { status: 400 });
