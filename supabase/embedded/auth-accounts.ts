/** Queries of the auth layer on the library's tables: the account behind a request, and what a new password ends. */
import { randomUUID } from 'node:crypto';
import type { Statements } from './database.ts';

export interface Account {
  id: string;
  email: string;
  encrypted_password: string | null;
  confirmed: boolean;
  banned: boolean;
}

const COLUMNS = `u.id, coalesce(u.email, '') as email, u.encrypted_password, u.confirmed_at is not null as confirmed,
  coalesce(u.banned_until > now(), false) as banned`;

const accountWhere = async (db: Statements, condition: string, value: string): Promise<Account | null> =>
  (await db.query<Account>(`select ${COLUMNS} from auth.users u where ${condition}`, [value]))[0] ?? null;

export const accountOfEmail = (db: Statements, email: string) =>
  accountWhere(db, 'u.email = $1', email.toLowerCase());

export const accountOfId = (db: Statements, id: string) => accountWhere(db, 'u.id::text = $1', id);

export const accountOfRefreshToken = (db: Statements, token: string) =>
  accountWhere(db, 'u.id = (select t.user_id from auth.refresh_tokens t where t.token = $1 limit 1)', token);

/** Account of a confirmation or recovery link. */
export const accountOfLink = (db: Statements, tokenHash: string) =>
  accountWhere(
    db,
    '$1 in (u.confirmation_token, u.recovery_token, u.email_change_token_new, u.email_change_token_current)',
    tokenHash,
  );

/**
 * Whether the session belongs to the person and began with a sign-in within ten minutes or a recovery within an hour.
 * Refreshing a token does not renew this.
 */
export async function isYoungSession(db: Statements, session: string, person: string): Promise<boolean> {
  const rows = await db.query(
    `select from auth.sessions s
     where s.id::text = $1 and s.user_id::text = $2
       and s.created_at > now() - case when s.tag = 'recovery' then interval '1 hour' else interval '10 minutes' end`,
    [session, person],
  );
  return rows.length > 0;
}

export async function hasSession(db: Statements, session: string, person: string): Promise<boolean> {
  const rows = await db.query('select from auth.sessions s where s.id::text = $1 and s.user_id::text = $2', [
    session,
    person,
  ]);
  return rows.length > 0;
}

/** Whether the person's profile says admin; false in a database without the product's tables. */
export async function isAdministrator(db: Statements, person: string): Promise<boolean> {
  const [product] = await db.query<{ known: boolean }>(
    `select to_regclass('public.user_profiles') is not null as known`,
  );
  if (!product?.known) return false;
  const rows = await db.query(
    `select from public.user_profiles p where p.id::text = $1 and p.role = 'admin' and p.removed_at is null`,
    [person],
  );
  return rows.length > 0;
}

/** Ends sessions and revokes refresh tokens; `except`: the session that stays. */
export async function endSessions(tx: Statements, person: string, except: string | null): Promise<void> {
  // The library's table has no foreign key to users, so its rows are not deleted with them.
  await tx.query(
    'delete from auth.refresh_tokens t where t.user_id::text = $1 and t.session_id::text is distinct from $2::text',
    [person, except],
  );
  await tx.query(
    'delete from auth.sessions s where s.user_id::text = $1 and s.id::text is distinct from $2::text',
    [person, except],
  );
}

/**
 * Stores a new password and ends, in the same transaction, everything the old one may have begun: other sessions, links
 * waiting in a mailbox, a change of e-mail. Source:
 * https://github.com/supabase/auth/blob/bc32168e/internal/models/user.go (UpdatePassword).
 */
export async function storePassword(
  tx: Statements,
  { id, email }: Account,
  hash: string,
  session: string | null,
): Promise<void> {
  await tx.query(
    `update auth.users set encrypted_password = $2, recovery_token = null, recovery_sent_at = null,
       email_change = null, email_change_token_new = null, email_change_token_current = null,
       email_change_sent_at = null, email_change_confirm_status = 0,
       reauthentication_token = null, reauthentication_sent_at = null, updated_at = now()
     where id = $1`,
    [id, hash],
  );
  await endSessions(tx, id, session);
  const entry = {
    action: 'user_updated_password',
    actor_id: id,
    actor_username: email,
    actor_via_sso: false,
    log_type: 'user',
  };
  await tx.query('insert into auth.audit_log_entries (id, payload) values ($1, $2::text::json)', [
    randomUUID(),
    JSON.stringify(entry),
  ]);
}
