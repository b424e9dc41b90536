/**
 * What GoTrue, or this product, asks for beyond @supabase/lite's Auth: suspended accounts stay out, unknown addresses
 * answer like known ones, a password changes with the current one, an e-mail with both mailboxes.
 */
import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { accountOfEmail, accountOfRefreshToken } from './auth-accounts.ts';
import { REFUSED, refuse } from './auth-answers.ts';
import { redeemLink } from './auth-links.ts';
import type { AuthContext, AuthRequest, Next } from './auth-request.ts';
import { changeUser } from './auth-user.ts';
import { hashPassword } from './password-hash.ts';
import { messageOf } from './start-failure.ts';

/** `handle` answers a request to Auth; `settled` resolves when nothing of it goes on behind an answer. */
export function createAuthGuard(options: AuthContext) {
  const { database } = options;
  /** Work that goes on after its answer. */
  const behind = new Set<Promise<void>>();
  /** Compared with where there is nobody, so that finding out takes as long as a wrong password. */
  const decoy = hashPassword(randomUUID());

  const signIn = async ({ fields }: AuthRequest, next: Next): Promise<Response> => {
    const { email, password } = fields;
    if (typeof email !== 'string' || typeof password !== 'string' || !email || !password) return next();
    const account = await accountOfEmail(database, email);
    const hash = account?.encrypted_password;
    if (account && hash && account.confirmed && !account.banned) return next();
    // The library names these before it looks at the password, which tells who has an account.
    const matches = await bcrypt.compare(password, hash || (await decoy));
    if (!account || !hash || !matches) return refuse(REFUSED.credentials);
    return refuse(account.banned ? REFUSED.banned : REFUSED.unconfirmed);
  };

  const refresh = async ({ fields }: AuthRequest, next: Next): Promise<Response> => {
    const { refresh_token: token } = fields;
    const account = typeof token === 'string' ? await accountOfRefreshToken(database, token) : null;
    return account?.banned ? refuse(REFUSED.bannedRefresh) : next();
  };

  /** Answers at once: whether a mail is made shows neither in the answer nor in its time. */
  const recover = ({ fields, path }: AuthRequest, next: Next): Promise<Response> | Response => {
    if (typeof fields.email !== 'string' || fields.email === '') return next();
    const work = next()
      .then(async (answer) => {
        if (!answer.ok) console.error(`POST ${path}: no mail, ${await answer.text()}`);
      })
      .catch((error: unknown) => console.error(`POST ${path}: ${messageOf(error)}`))
      .finally(() => behind.delete(work));
    behind.add(work);
    return Response.json({});
  };

  const handle = async (request: AuthRequest, next: Next): Promise<Response> => {
    const { method, path, url } = request;
    // GoTrue knows no HEAD; the library takes one for GET, and a scanner's HEAD would use up a link.
    if (method === 'HEAD') return new Response(null, { status: 405 });
    if (path === '/auth/v1/verify' && (method === 'GET' || method === 'POST'))
      return redeemLink(database, request, options.siteUrl, next);
    if (path === '/auth/v1/user' && method === 'PUT') return changeUser(options, request, next);
    if (method !== 'POST') return next();
    if (path === '/auth/v1/recover') return recover(request, next);
    if (path !== '/auth/v1/token') return next();
    const grant = url.searchParams.get('grant_type');
    if (grant === 'password') return signIn(request, next);
    return grant === 'refresh_token' ? refresh(request, next) : next();
  };

  return { handle, settled: async () => void (await Promise.all(behind)) };
}
