import { z } from 'zod';
import { isStorable } from './storable.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const fields = z.looseObject({
  ...{
    email: text,
    phone: text,
    password: text,
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

/**
 * The addresses that GoTrue takes for new ones; the library takes controls and brackets too. Source:
 * https://github.com/badoux/checkmail (`emailRegexp`), which GoTrue's validateEmail asks.
 */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const LONGEST_EMAIL = 255;
/** Where an address stands for somebody who is there, or for nobody. */
const KNOWN_EMAIL = /^\/auth\/v1\/(token|verify)$/;

/**
 * Why a body for Auth is refused, as GoTrue refuses what does not fit its structs: @supabase/lite 0.10.0 asks a number
 * for its letters, and fails. Null for what it can read, and for what is no JSON, which it refuses itself.
 */
export function refusedAuthBody(pathname: string, body: string): Response | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = fields.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join('.') ?? '';
    return refusal('bad_json', `Could not parse request body as JSON: ${at}: ${issue?.message}`);
  }
  const { email } = parsed.data;
  const isWrong = email && (email.length > LONGEST_EMAIL || !EMAIL.test(email));
  if (isWrong && !KNOWN_EMAIL.test(pathname)) {
    return refusal('validation_failed', 'Unable to validate email address: invalid format');
  }
  return isStorable(value)
    ? null
    : refusal('validation_failed', 'The request holds text that cannot be stored');
}

const refusal = (errorCode: string, msg: string) =>
  Response.json({ code: 400, error_code: errorCode, msg }, { status: 400 });
