import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { Keys } from './keys.ts';
import { isStorable } from './storable.ts';

/**
 * Names that Supabase's storage accepts. Source:
 * https://github.com/supabase/storage/blob/4fa61fba/src/storage/limits.ts (`isValidKey`, `isValidBucketName`).
 */
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;
/** Path prefixes before an object's key. */
const PLACE =
  /^\/storage\/v1\/(object|render\/image)\/((upload\/)?sign\/|(info\/)?(public|authenticated)\/|info\/)?[^/]+\//;
/** Requests with a JSON object as body. */
const BY_JSON =
  /^(POST \/storage\/v1\/(bucket|object\/(move|copy|list\/.*|sign\/.*))|PUT \/storage\/v1\/bucket\/.*|DELETE \/storage\/v1\/object\/[^/]+)$/;
/** Requests whose body names a destination key. */
const KEY_TO = /^POST \/storage\/v1\/object\/(move|copy)$/;
const destination = z.object({ destinationKey: z.string() });
const bucket = z.object({ name: z.string() });
const object = z.looseObject({});

/**
 * The response that refuses an invalid Storage request, in a format that supabase-js reads; null for a valid one.
 * @supabase/lite 0.10.0 crashes on invalid names and tokens, on bodies that are not JSON, and on JSON texts that begin
 * like an object.
 */
export async function refusedStorageRequest(request: Request, keys: Keys): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const name = decoded(pathname);
  if (name === null || !KEY.test(name)) return invalidKey(name?.replace(PLACE, '') ?? pathname);
  const token = searchParams.get('token');
  // Checked under every path that the library may treat as a signed address.
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
