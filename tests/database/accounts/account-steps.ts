/**
 * Shared steps of the account tests: signing up, calling procedures as a person, reading refusals.
 */
import { randomUUID } from 'node:crypto';
import { checkIdentity, type TestDatabase } from '../../support/database.ts';

export interface Refusal {
  code: string;
  hint: string;
  detail: string;
}

/** Creates an auth user as signing up leaves it, without a profile. Returns its id. */
export async function signUp(
  database: TestDatabase,
  metadata: Record<string, unknown>,
  email = `${randomUUID()}@example.com`,
): Promise<string> {
  const id = randomUUID();
  await database.query(
    'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::text::jsonb)',
    [id, email, JSON.stringify(metadata)],
  );
  return id;
}

/**
 * Calls a procedure of schema public and returns its answer; `call` has its arguments as $1, $2…
 */
export async function callAs<T>(
  database: TestDatabase,
  person: string | null,
  call: string,
  params: unknown[] = [],
): Promise<T> {
  return database.as(person === null ? 'anon' : 'authenticated', person, async (tx) => {
    const [row] = await tx.query<{ answer: T }>(`select public.${call} as answer`, params);
    if (!row) throw new Error(`${call} answered nothing`);
    return row.answer;
  });
}

/** Returns how the work was refused: null when it was not. */
export async function refusal(work: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    const text = (field: string) => (field in error ? String(Reflect.get(error, field) ?? '') : '');
    return { code: error.code, hint: text('hint'), detail: text('detail') };
  }
}

export interface OwnProfile {
  id: string;
  name: string;
  email: string;
  role: string;
  whatsapp: string | null;
  city_id: string | null;
  style_ids: string[];
  is_active: boolean | null;
  slug: string | null;
  _xid: number;
  _deleted: boolean;
  [column: string]: unknown;
}
export interface Registered {
  profile: OwnProfile;
  created: boolean;
  warnings: { step: string; code: string; names?: string[] }[];
}

export const complete = (database: TestDatabase, person: string | null, payload: unknown) =>
  callAs<Registered>(database, person, 'complete_registration($1::text::jsonb)', [JSON.stringify(payload)]);

export const TEACHER = {
  role: 'teacher',
  name: 'Ana Lima',
  whatsapp: '+5531900001234',
  styles: ['Forró', 'Zouk'],
  terms_accepted: true,
};
export const STUDENT = {
  role: 'student',
  name: 'João Ávila',
  whatsapp: null,
  styles: [],
  terms_accepted: true,
};

/** Signs a person up and registers them; of a teacher, the team has checked the identity. Returns the id. */
export async function register(
  database: TestDatabase,
  payload: { role: string; name: string },
  email?: string,
): Promise<string> {
  const id = await signUp(database, { role: payload.role, name: payload.name }, email);
  await complete(database, id, payload);
  if (payload.role === 'teacher') await checkIdentity(database, id);
  return id;
}

/** The id of a row of cities or dance_styles. */
export async function idOf(database: TestDatabase, table: string, name: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(`select id from public.${table} where name = $1`, [
    name,
  ]);
  if (!row) throw new Error(`there is no ${name} in ${table}`);
  return row.id;
}

export async function count(database: TestDatabase, from: string, params: unknown[]): Promise<number> {
  const [row] = await database.query<{ n: number }>(`select count(*)::int as n from ${from}`, params);
  return row?.n ?? 0;
}

/** Makes every write of this kind to the table fail until the returned function is called. */
export async function breakTable(
  database: TestDatabase,
  table: string,
  event: string,
): Promise<() => Promise<void>> {
  await database.exec(`
    create or replace function app.broken() returns trigger language plpgsql set search_path = ''
      as $$ begin raise exception 'broken for a test' using errcode = '53100'; end $$;
    create trigger zzz_broken after ${event} on public.${table} for each row execute function app.broken();
  `);
  return () => database.exec(`drop trigger zzz_broken on public.${table}; drop function app.broken()`);
}

/**
 * The claims of the person's token in a session that began `age` ago; null: in no session that the
 * server knows.
 */
export async function claimsOfSession(
  database: TestDatabase,
  person: string | null,
  age: string | null = '1 second',
): Promise<string> {
  const session = randomUUID();
  if (person !== null && age !== null) {
    await database.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
       select $1, u.id, now() - $3::text::interval, now() from auth.users u where u.id = $2`,
      [session, person, age],
    );
  }
  return JSON.stringify({
    role: person === null ? 'anon' : 'authenticated',
    sub: person,
    session_id: session,
  });
}

/** Calls `delete_my_account` in a session that began `age` ago; null: without a session. */
export async function deleteAccount<T>(
  database: TestDatabase,
  person: string | null,
  confirm: string | null = 'EXCLUIR',
  age: string | null = '1 second',
): Promise<T> {
  const claims = await claimsOfSession(database, person, age);
  return database.as(person === null ? 'anon' : 'authenticated', person, async (tx) => {
    await tx.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    const [row] = await tx.query<{ answer: T }>('select public.delete_my_account($1) as answer', [confirm]);
    if (!row) throw new Error('delete_my_account answered nothing');
    return row.answer;
  });
}
