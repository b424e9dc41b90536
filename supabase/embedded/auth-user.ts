/** PUT /user: changes of one's own account, and the proof that each needs. */
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
/** Longer for administrators, because they can read all users' data. */
export const LEAST_ADMIN_PASSWORD = 8;
/** bcrypt ignores further bytes. */
export const LONGEST_PASSWORD = 72;

export async function leastPassword(database: Database, person: string): Promise<number> {
  return (await isAdministrator(database, person)) ? LEAST_ADMIN_PASSWORD : LEAST_PASSWORD;
}

/** Changes password and e-mail after checking their proofs; other fields are left to the library. */
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
  // Resets the confirmations, because one given for an earlier new address must not count for this one.
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
  /** The current password, if the request contains it. */
  current: unknown;
}

/** Null after a successful change. */
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
