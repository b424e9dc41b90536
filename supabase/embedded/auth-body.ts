import { z } from 'zod';
import { emailFault } from './auth-email.ts';
import { isStorable } from './storable.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const fields = z.looseObject({
  ...{
    email: text,
    phone: text,
    password: text,
    current_password: text,
    type: text,
    token: text,
    token_hash: text,
    refresh_token: text,
  },
  ...{ auth_code: text, code_verifier: text, code_challenge: text, code_challenge_method: text, scope: text },
  ...{ nonce: text, create_user: flag },
  data: z.record(z.string(), z.unknown()).nullish(),
  options: z.looseObject({ shouldCreateUser: flag }).nullish(),
  gotrue_meta_security: z.looseObject({}).nullish(),
});

/** Bytes. Every token and response about the user carries the metadata; a registration's is a tenth of this. */
const LONGEST_METADATA = 8192;

/** Sign-in accepts any e-mail text: a malformed one is simply an unknown account. */
const SIGN_IN = '/auth/v1/token';
const VERIFY = '/auth/v1/verify';

/**
 * Validates the body of an Auth request and returns it normalised, or GoTrue's response for a body that does not fit its
 * structs: @supabase/lite 0.10.0 crashes on a number in place of a text. Null fields are dropped, because Go leaves its
 * struct unchanged for them. A body that is not JSON is passed on, for the library to refuse.
 */
export function readAuthBody(pathname: string, body: string): Response | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body;
  }
  const parsed = fields.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join('.') ?? '';
    return refusal('bad_json', `Could not parse request body as JSON: ${at}: ${issue?.message}`);
  }
  const { email, token } = parsed.data;
  const fault = email ? emailFault(email) : null;
  if (fault !== null && pathname === VERIFY) {
    // The e-mail is ignored when the request carries a token hash instead of a token.
    if (token) return refusal('validation_failed', 'Invalid email format', 422);
  } else if (fault !== null && pathname !== SIGN_IN) {
    return refusal('validation_failed', fault);
  }
  if (!isStorable(value)) return refusal('validation_failed', 'The request holds text that cannot be stored');
  const { data: metadata } = parsed.data;
  if (metadata && Buffer.byteLength(JSON.stringify(metadata)) > LONGEST_METADATA)
    return refusal('validation_failed', `User metadata may have ${LONGEST_METADATA} bytes`, 422);
  const given = Object.entries(parsed.data).filter(([, field]) => field !== null);
  return JSON.stringify(Object.fromEntries(given));
}

const refusal = (errorCode: string, msg: string, status = 400) =>
  Response.json({ code: status, error_code: errorCode, msg }, { status });
