/** Sign-up with confirmation: the response must not reveal taken addresses, and a lost mail can be sent again. */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { type Account, accountOfEmail } from './auth-accounts.ts';
import type { AuthContext, AuthRequest, Next } from './auth-request.ts';
import { LEAST_PASSWORD, LONGEST_PASSWORD } from './auth-user.ts';
import type { Statements } from './database.ts';
import { hashPassword } from './password-hash.ts';

/** Token hash of a link, derived from the code in the same mail like in @supabase/lite 0.10.0. */
export function hashOfCode(email: string, code: string): string {
  return createHash('sha256')
    .update(email.toLowerCase() + code)
    .digest('hex');
}

/**
 * Answers a sign-up with a taken address. For a confirmed account the response is a made-up user; for an unconfirmed
 * one the mail is sent again and the account stays unchanged. The library responds 'too many requests' to both. Source:
 * https://github.com/supabase/auth/blob/bc32168e/internal/api/signup.go (Signup, sanitizeUser).
 */
export async function signUp(
  { database }: AuthContext,
  { fields }: AuthRequest,
  next: Next,
  resend: (email: string) => void,
): Promise<Response> {
  const { email, password, data } = fields;
  if (typeof email !== 'string' || typeof password !== 'string') return next();
  if (password.length < LEAST_PASSWORD || password.length > LONGEST_PASSWORD) return next();
  const account = await accountOfEmail(database, email);
  if (account === null) return next();
  // Takes as long as the sign-up of a free address.
  await hashPassword(password);
  if (!account.confirmed) resend(email);
  return Response.json(madeUpUser(email.toLowerCase(), data ?? {}, account.confirmed));
}

function madeUpUser(email: string, metadata: unknown, taken: boolean) {
  const now = new Date().toISOString();
  const id = randomUUID();
  const identity = {
    ...{ identity_id: randomUUID(), id, user_id: id, provider: 'email', email },
    ...{ identity_data: { email, sub: id }, last_sign_in_at: now, created_at: now, updated_at: now },
  };
  return {
    ...{ id, aud: 'authenticated', role: '', email, phone: '', confirmation_sent_at: now },
    ...{ app_metadata: { provider: 'email', providers: ['email'] }, user_metadata: metadata },
    ...{ identities: taken ? [] : [identity], created_at: now, updated_at: now, is_anonymous: false },
  };
}

/** Mails the confirmation again, at most once a minute; the library never does. */
export async function mailConfirmation({ database, mails }: AuthContext, email: string): Promise<void> {
  const account = await accountOfEmail(database, email);
  if (account === null || account.confirmed || account.banned) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = hashOfCode(account.email, code);
  if (await storeConfirmation(database, account, hash))
    await mails.sendConfirmation(account.email, hash, code);
}

async function storeConfirmation(db: Statements, { id }: Account, hash: string): Promise<boolean> {
  const rows = await db.query(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
     where id = $1 and confirmed_at is null
       and (confirmation_sent_at is null or confirmation_sent_at < now() - interval '1 minute')
     returning id`,
    [id, hash],
  );
  return rows.length > 0;
}
