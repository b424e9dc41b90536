import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { weakPassword } from './auth-answers.ts';
import { emailFault } from './auth-email.ts';
import { LEAST_PASSWORD, leastPassword } from './auth-user.ts';
import { bearerToken, claimsOfToken } from './claims.ts';
import type { Database, Statements } from './database.ts';
import { isSqlError } from './errors.ts';
import type { Keys } from './keys.ts';
import { hashPassword } from './password-hash.ts';
import { messageOf } from './start-failure.ts';
import { isStorable } from './storable.ts';

/** Duration format of Go, which GoTrue parses. */
const BAN = /^(none|(\d{1,7}(\.\d{1,6})?(h|m|s|ms|us)){1,5})$/;
/** Text that PostgreSQL can store: no zero byte and, in JSON, no lone surrogate. */
const kept = z
  .record(z.string(), z.unknown())
  .refine(isStorable, 'holds text that cannot be stored')
  .optional();
const words = z.string().refine(isStorable, 'cannot be stored').optional();
const attributes = z.object({
  id: z.uuid().optional(),
  email: z
    .string()
    .superRefine((email, { addIssue }) => {
      const fault = emailFault(email);
      if (fault !== null) addIssue({ code: 'custom', message: fault });
    })
    .optional(),
  phone: words,
  password: z.string().min(LEAST_PASSWORD).max(72).optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: kept,
  app_metadata: kept,
  ban_duration: z.string().regex(BAN, 'is a duration such as 24h, or none').optional(),
});
type Attributes = z.infer<typeof attributes>;

/** SQL for a user as GoTrue returns it to an admin. */
const USER = `jsonb_build_object(
  'id', u.id, 'aud', u.aud, 'role', u.role, 'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
  'email_confirmed_at', u.email_confirmed_at, 'confirmed_at', u.confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
  'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
  'banned_until', u.banned_until, 'created_at', u.created_at, 'updated_at', u.updated_at,
  'is_anonymous', u.is_anonymous,
  'identities', coalesce((
    select jsonb_agg(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at, 'email', i.email))
    from auth.identities i where i.user_id = u.id), '[]'))`;

/**
 * GoTrue's /admin/users, which @supabase/lite lacks. Needs the secret key or a service_role token.
 * Source: https://github.com/supabase/auth/blob/master/openapi.yaml (/admin/users).
 */
export function authAdminRoutes(app: Hono, database: Database, keys: Keys): void {
  app.use('/auth/v1/admin/*', async (c, next) => {
    const token = bearerToken(c.req.header('authorization')) ?? c.req.header('apikey') ?? '';
    const known = await claimsOfToken(token, keys);
    if (known.kind === 'refused') return fail(c, 401, 'bad_jwt', known.reason);
    if (known.claims.role !== 'service_role') return fail(c, 403, 'not_admin', 'User not allowed');
    return next();
  });

  app.post('/auth/v1/admin/users', (c) =>
    answer(c, async () => {
      const input = attributes.parse(await c.req.json());
      if (input.email === undefined)
        return fail(c, 400, 'validation_failed', 'Cannot create a user without an email');
      return c.json(
        await database.transaction((tx) => createUser(tx, { ...input, email: input.email ?? '' })),
      );
    }),
  );

  app.get('/auth/v1/admin/users', (c) =>
    answer(c, async () => {
      const page = positive(c.req.query('page'), 1);
      const size = Math.min(positive(c.req.query('per_page'), 50), 1000);
      const [{ total } = { total: 0 }] = await database.query<{ total: number }>(
        'select count(*)::int as total from auth.users',
      );
      const rows = await database.query<{ user: unknown }>(
        `select ${USER} as "user" from auth.users u order by u.created_at desc, u.id limit $1 offset $2`,
        [size, (page - 1) * size],
      );
      const last = Math.max(1, Math.ceil(total / size));
      const link = (to: number, rel: string) =>
        `<${new URL(c.req.url).pathname}?page=${to}&per_page=${size}>; rel="${rel}"`;
      c.header('x-total-count', String(total));
      c.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
      c.header('access-control-expose-headers', 'X-Total-Count, Link');
      return c.json({ users: rows.map((row) => row.user), aud: 'authenticated' });
    }),
  );

  app.get('/auth/v1/admin/users/:id', (c) =>
    answer(c, async () => {
      const user = await findUser(database, c.req.param('id'));
      return user === null ? noUser(c) : c.json(user);
    }),
  );

  app.put('/auth/v1/admin/users/:id', (c) =>
    answer(c, async () => {
      const input = attributes.parse(await c.req.json());
      const id = c.req.param('id');
      const least = await leastPassword(database, id);
      if (input.password !== undefined && input.password.length < least) return weakPassword(least);
      const user = await database.transaction((tx) => updateUser(tx, id, input));
      return user === null ? noUser(c) : c.json(user);
    }),
  );

  app.delete('/auth/v1/admin/users/:id', (c) =>
    answer(c, async () => {
      if (!isUuid(c.req.param('id'))) return noUser(c);
      const id = c.req.param('id');
      const gone = await database.transaction(async (tx) => {
        // The library's table has no foreign key to users, so its rows are not deleted with them.
        await tx.query('delete from auth.refresh_tokens where user_id = $1', [id]);
        return tx.query('delete from auth.users where id = $1 returning id', [id]);
      });
      return gone.length === 0 ? noUser(c) : c.json({});
    }),
  );
}

/** Creates a user without HTTP, for demo data. Returns the same object as GoTrue. */
export async function createUser(tx: Statements, input: Attributes & { email: string }): Promise<unknown> {
  const id = input.id ?? randomUUID();
  const password = input.password === undefined ? null : await hashPassword(input.password);
  const email = input.email.toLowerCase();
  await tx.query(
    `insert into auth.users (id, email, phone, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, $3, $4, case when $5 = 'yes' then now() end, $6::text::jsonb, $7::text::jsonb)`,
    [
      id,
      email,
      input.phone ?? null,
      password,
      input.email_confirm ? 'yes' : 'no',
      JSON.stringify({ provider: 'email', providers: ['email'], ...input.app_metadata }),
      JSON.stringify(input.user_metadata ?? {}),
    ],
  );
  await tx.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values ($1, 'email', $2::text, $3, $4::text::jsonb)`,
    [randomUUID(), id, id, JSON.stringify({ sub: id, email, email_verified: input.email_confirm ?? false })],
  );
  return findUser(tx, id);
}

async function findUser(db: Statements, id: string): Promise<unknown> {
  if (!isUuid(id)) return null;
  const [row] = await db.query<{ user: unknown }>(
    `select ${USER} as "user" from auth.users u where u.id = $1`,
    [id],
  );
  return row?.user ?? null;
}

async function updateUser(tx: Statements, id: string, input: Attributes): Promise<unknown> {
  if ((await findUser(tx, id)) === null) return null;
  const password = input.password === undefined ? null : await hashPassword(input.password);
  await tx.query(
    `update auth.users set
       email = coalesce($2, email), phone = coalesce($3, phone),
       encrypted_password = coalesce($4, encrypted_password),
       email_confirmed_at = case when $5 = 'yes' then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $6::text::jsonb,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $7::text::jsonb,
       banned_until = case when $8 = '' then banned_until when $8 = 'none' then null
         else now() + $8::text::interval end,
       updated_at = now()
     where id = $1`,
    [
      id,
      input.email?.toLowerCase() ?? null,
      input.phone ?? null,
      password,
      input.email_confirm ? 'yes' : 'no',
      JSON.stringify(input.app_metadata ?? {}),
      JSON.stringify(input.user_metadata ?? {}),
      input.ban_duration ?? '',
    ],
  );
  if (input.email !== undefined) {
    await tx.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
       where user_id = $1 and provider = 'email'`,
      [id, input.email.toLowerCase()],
    );
  }
  return findUser(tx, id);
}

async function answer(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof z.ZodError) {
      const [issue] = error.issues;
      if (issue?.path[0] === 'email' && issue.code === 'custom') {
        return fail(c, 400, 'validation_failed', issue.message);
      }
      if (issue?.path[0] === 'password') return fail(c, 422, 'weak_password', issue.message);
      return fail(c, 400, 'validation_failed', `${issue?.path.join('.')}: ${issue?.message}`);
    }
    if (error instanceof SyntaxError) return fail(c, 400, 'bad_json', 'Could not parse request body as JSON');
    if (isSqlError(error) && error.code === '23505') {
      return fail(c, 422, 'email_exists', 'A user with this email address has already been registered');
    }
    // A trigger on auth.users may refuse the change, as on hosted Supabase.
    return fail(c, 500, 'unexpected_failure', `Database error: ${messageOf(error)}`);
  }
}

function fail(
  c: Context,
  status: 400 | 401 | 403 | 404 | 422 | 500,
  errorCode: string,
  msg: string,
): Response {
  return c.json({ code: status, error_code: errorCode, msg }, status);
}
const noUser = (c: Context) => fail(c, 404, 'user_not_found', 'User not found');
const isUuid = (text: string) => z.guid().safeParse(text).success;

/** Later pages are empty anyway, and their row numbers would exceed the number range. */
const MOST_PAGES = 1_000_000;

function positive(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? Math.min(value, MOST_PAGES) : fallback;
}
