/** PUT /user: what a person may change about the own account, and with which proof. */
import bcrypt from 'bcryptjs';
import {
  type Account,
  accountOfId,
  hasSession,
  isAdministrator,
  isYoungSession,
  storePassword,
} from './auth-accounts.ts';
import { REFUSED, refuse, weakPassword } from './auth-answers.ts';
import type { AuthContext, AuthRequest, Next } from './auth-request.ts';
import { bearerToken, claimsOfJwt } from './claims.ts';
import type { Database } from './database.ts';
import { hashPassword } from './password-hash.ts';

/** Specification 000 §5. */
export const LEAST_PASSWORD = 6;
/** Whoever administers reads everybody's data. */
export const LEAST_ADMIN_PASSWORD = 8;
/** bcrypt reads no more. */
export const LONGEST_PASSWORD = 72;

export async function leastPassword(database: Database, person: string): Promise<number> {
  return (await isAdministrator(database, person)) ? LEAST_ADMIN_PASSWORD : LEAST_PASSWORD;
}

/** Changes password and e-mail with their proofs; the rest is the library's. */
export async function changeUser(options: AuthContext, request: AuthRequest, next: Next): Promise<Response> {
  const { database, keys } = options;
  const known = await claimsOfJwt(bearerToken(request.authorization) ?? '', keys);
  if (known.kind !== 'claims') return next();
  const { sub, session_id: session } = known.claims;
  if (sub === undefined || typeof session !== 'string') return next();
  const account = await accountOfId(database, sub);
  if (account === null || !(await hasSession(database, session, sub))) return next();
  if (account.banned) return refuse(REFUSED.bannedToken);

  const { password, current_password: current, email, ...rest } = request.fields;
  if (typeof password === 'string') {
    const refused = await changePassword(options, request, { account, session, password, current });
    if (refused !== null) return refused;
  }
  if (typeof email !== 'string' || email === '' || email.toLowerCase() === account.email.toLowerCase())
    return next(JSON.stringify(rest));
  // A new wish begins anew: what was confirmed for another address counts for nothing.
  await database.query(
    `update auth.users set email_change_confirm_status = 0, email_change_token_new = null,
       email_change_token_current = null where id = $1`,
    [account.id],
  );
  return next(JSON.stringify({ ...rest, email }));
}

interface Change {
  account: Account;
  session: string;
  password: string;
  /** The current password, as far as it was sent. */
  current: unknown;
}

/** Null when the password is changed. */
async function changePassword(
  { database, mails, guess }: AuthContext,
  { address }: AuthRequest,
  { account, session, password, current }: Change,
): Promise<Response | null> {
  const least = await leastPassword(database, account.id);
  if (password.length < least) return weakPassword(least);
  if (password.length > LONGEST_PASSWORD) return refuse(REFUSED.longPassword);
  const before = account.encrypted_password;
  if (before && !(await isYoungSession(database, session, account.id))) {
    if (typeof current !== 'string' || current === '') return refuse(REFUSED.currentMissing);
    const said = await guess(address, account.email, async () =>
      (await bcrypt.compare(current, before)) ? Response.json({}) : refuse(REFUSED.currentWrong),
    );
    if (!said.ok) return said;
  }
  if (before && (await bcrypt.compare(password, before))) return refuse(REFUSED.samePassword);
  const hash = await hashPassword(password);
  await database.transaction((tx) => storePassword(tx, account, hash, session));
  if (account.email) mails.sendPasswordChanged(account.email);
  return null;
}
