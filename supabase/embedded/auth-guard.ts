/**
 * Rules of GoTrue or of this product that @supabase/lite's Auth lacks: suspended accounts cannot sign in, unknown
 * addresses get the same responses as known ones, changing a password needs the current one, changing an e-mail needs
 * both mailboxes.
 */
import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { accountOfEmail, accountOfRefreshToken } from './auth-accounts.ts';
import { REFUSED, refuse } from './auth-answers.ts';
import { redeemLink } from './auth-links.ts';
import type { AuthContext, AuthRequest, Next } from './auth-request.ts';
import { mailConfirmation, signUp } from './auth-signup.ts';
import { changeUser } from './auth-user.ts';
import { hashPassword } from './password-hash.ts';
import { requestContext } from './request-context.ts';
import { messageOf } from './start-failure.ts';

/** `handle` answers a request to Auth; `settled` resolves when no work continues after a response. */
export function createAuthGuard(options: AuthContext) {
  const { database } = options;
  /** Work that continues after its response. */
  const behind = new Set<Promise<void>>();
  /** Compared when the account does not exist, so that the response takes as long as for a wrong password. */
  const decoy = hashPassword(randomUUID());

  const signIn = async ({ fields }: AuthRequest, next: Next): Promise<Response> => {
    const { email, password } = fields;
    if (typeof email !== 'string' || typeof password !== 'string' || !email || !password) return next();
    const account = await accountOfEmail(database, email);
    const hash = account?.encrypted_password;
    if (account && hash && account.confirmed && !account.banned) return next();
    // The library reports these before checking the password, which would reveal that the account exists.
    const matches = await bcrypt.compare(password, hash || (await decoy));
    if (!account || !hash || !matches) return refuse(REFUSED.credentials);
    return refuse(account.banned ? REFUSED.banned : REFUSED.unconfirmed);
  };

  const refresh = async ({ fields }: AuthRequest, next: Next): Promise<Response> => {
    const { refresh_token: token } = fields;
    const account = typeof token === 'string' ? await accountOfRefreshToken(database, token) : null;
    return account?.banned ? refuse(REFUSED.bannedRefresh) : next();
  };

  /** Runs after the response, so that neither its content nor its duration reveals whether a mail is sent. */
  const later = ({ path, redirectTo }: AuthRequest, make: () => Promise<void>): void => {
    const work = requestContext
      .run(redirectTo === undefined ? {} : { redirectTo }, make)
      .catch((error: unknown) =>
        console.error(`POST ${path}: the mail could not be sent: ${messageOf(error)}`),
      )
      .finally(() => behind.delete(work));
    behind.add(work);
  };

  const recover = (request: AuthRequest, next: Next): Promise<Response> | Response => {
    if (!request.fields.email) return next();
    later(request, async () => {
      const answer = await next();
      if (!answer.ok) throw new Error(await answer.text());
    });
    return Response.json({});
  };

  const resend = (request: AuthRequest, next: Next): Promise<Response> | Response => {
    const { email, type } = request.fields;
    if (typeof email !== 'string' || email === '' || type !== 'signup') return next();
    later(request, () => mailConfirmation(options, email));
    return Response.json({});
  };

  const handle = async (request: AuthRequest, next: Next): Promise<Response> => {
    const { method, path, url } = request;
    // GoTrue does not support HEAD. The library treats it as GET, so a scanner's HEAD would use up a link.
    if (method === 'HEAD') return new Response(null, { status: 405 });
    if (path === '/auth/v1/verify' && (method === 'GET' || method === 'POST'))
      return redeemLink(database, request, options.siteUrl, next);
    if (path === '/auth/v1/user' && method === 'PUT') return changeUser(options, request, next);
    if (method !== 'POST') return next();
    if (path === '/auth/v1/recover') return recover(request, next);
    if (path === '/auth/v1/resend') return resend(request, next);
    if (path === '/auth/v1/signup' && options.confirmations)
      return signUp(options, request, next, (email) =>
        later(request, () => mailConfirmation(options, email)),
      );
    if (path !== '/auth/v1/token') return next();
    const grant = url.searchParams.get('grant_type');
    if (grant === 'password') return signIn(request, next);
    return grant === 'refresh_token' ? refresh(request, next) : next();
  };

  return { handle, settled: async () => void (await Promise.all(behind)) };
}
