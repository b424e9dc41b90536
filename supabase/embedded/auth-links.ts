/** Redeeming the links of mails where the library differs from GoTrue. */
import { decodeJwt } from 'jose';
import { accountOfLink } from './auth-accounts.ts';
import { FIRST_OF_TWO, leadTo, leadToFailure, REFUSED, type Refusal, refuse } from './auth-answers.ts';
import type { AuthRequest } from './auth-request.ts';
import { hashOfCode } from './auth-signup.ts';
import type { Database } from './database.ts';

interface Link {
  type: string;
  tokenHash: string;
}

/** Responds with the result of a link: JSON to a page's request, a redirect to a browser. */
interface Teller {
  refuse(why: Refusal): Response;
  halfDone(): Response;
}

/**
 * Answers a request to /verify, or passes it on. Suspended accounts cannot redeem a link. A change of e-mail needs the
 * links of both mailboxes, in any order; the library needs only the old one's. Source:
 * https://github.com/supabase/auth/blob/bc32168e/internal/api/verify.go (emailChangeVerify).
 */
export async function redeemLink(
  database: Database,
  request: AuthRequest,
  siteUrl: string,
  next: () => Promise<Response>,
): Promise<Response> {
  const link = linkOf(request);
  if (link === null) return next();
  const teller = tellerOf(request, siteUrl);
  const account = await accountOfLink(database, link.tokenHash);
  if (account?.banned) return teller.refuse(REFUSED.bannedToken);
  if (link.type === 'recovery') return markRecovery(database, await next());
  if (link.type !== 'email_change') return next();

  const stage = await confirmOne(database, link.tokenHash);
  if (stage === 'unknown') return teller.refuse(REFUSED.linkGone);
  return stage === 'first' ? teller.halfDone() : next();
}

/**
 * Redeems the first of the two links. The second is passed to the library, stored where the library looks for it: as
 * the token of the current address.
 */
async function confirmOne(database: Database, tokenHash: string): Promise<'unknown' | 'first' | 'second'> {
  return database.transaction(async (tx) => {
    const [change] = await tx.query<{ id: string; confirmed: number; mailboxes: number }>(
      `select u.id, u.email_change_confirm_status::int as confirmed,
         case when coalesce(u.email, '') = '' then 1 else 2 end as mailboxes
       from auth.users u
       where $1 in (u.email_change_token_new, u.email_change_token_current)
         and u.email_change_sent_at > now() - interval '1 hour'
       for update`,
      [tokenHash],
    );
    if (change === undefined) return 'unknown';
    if (change.confirmed === 0 && change.mailboxes === 2) {
      await tx.query(
        `update auth.users set email_change_confirm_status = 1,
           email_change_token_new = nullif(email_change_token_new, $2),
           email_change_token_current = nullif(email_change_token_current, $2)
         where id = $1`,
        [change.id, tokenHash],
      );
      return 'first';
    }
    if (change.mailboxes === 2) {
      await tx.query(
        `update auth.users set email_change_token_current = $2, email_change_token_new = null where id = $1`,
        [change.id, tokenHash],
      );
    }
    return 'second';
  });
}

/** Marks a recovery session, which the library does not; it may set a password for an hour without the old one. */
async function markRecovery(database: Database, answer: Response): Promise<Response> {
  const redirectToken = new URLSearchParams(answer.headers.get('location')?.split('#')[1] ?? '').get(
    'access_token',
  );
  const token = redirectToken ?? (answer.ok ? (await answer.clone().json()).access_token : null);
  if (typeof token !== 'string') return answer;
  const { session_id: session } = decodeJwt(token);
  await database.query(`update auth.sessions set tag = 'recovery' where id::text = $1`, [session]);
  return answer;
}

function linkOf({ method, url, fields }: AuthRequest): Link | null {
  if (method === 'GET') {
    const type = url.searchParams.get('type');
    const tokenHash = url.searchParams.get('token');
    return type && tokenHash ? { type, tokenHash } : null;
  }
  const { type, token_hash: hash, email, token } = fields;
  if (typeof type !== 'string') return null;
  if (typeof hash === 'string' && hash !== '') return { type, tokenHash: hash };
  if (typeof email !== 'string' || typeof token !== 'string') return null;
  return { type, tokenHash: hashOfCode(email, token) };
}

function tellerOf({ method, redirectTo }: AuthRequest, siteUrl: string): Teller {
  if (method === 'POST') return { refuse, halfDone: () => Response.json({ code: '200', msg: FIRST_OF_TWO }) };
  const target = redirectTo ?? siteUrl;
  return {
    refuse: (why) => leadToFailure(target, why),
    halfDone: () => leadTo(target, { message: FIRST_OF_TWO, sb: '' }),
  };
}
