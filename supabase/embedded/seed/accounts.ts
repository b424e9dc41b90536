import type { Statements } from '../database.ts';
import { hashPassword } from '../password-hash.ts';
import type { DemoAccount, DemoTeacher } from './demo-data.ts';

/** Fixed, like every date of the demo data, so that all installations have the same rows. */
export const NEWEST = '2026-11-15T15:00:00Z';

/** Noon in São Paulo: the same day in every Brazilian time zone. */
export const noon = (day: string) => `${day}T15:00:00Z`;

export const emailOf = (teacher: DemoTeacher, accounts: readonly DemoAccount[]) =>
  accounts.find((account) => account.id === teacher.id)?.email ?? `${teacher.key}@demo.danceflix.test`;

export const createdAt = (teacher: DemoTeacher) =>
  teacher.approvedOn === null
    ? NEWEST
    : new Date(Date.parse(noon(teacher.approvedOn)) - 5 * 86_400_000).toISOString();

export interface AuthUserRow {
  id: string;
  email: string;
  name: string;
  /** bcrypt hash; null: no sign-in with a password. */
  password: string | null;
  created_at: string;
}

export function authUsers(
  teachers: readonly DemoTeacher[],
  accounts: readonly DemoAccount[],
): (AuthUserRow | Promise<AuthUserRow>)[] {
  const silent = teachers.filter((teacher) => accounts.every((account) => account.id !== teacher.id));
  return [
    ...accounts.map(async (account): Promise<AuthUserRow> => {
      const name =
        account.role === 'teacher'
          ? teachers.find((teacher) => teacher.id === account.id)?.name
          : account.name;
      if (name === undefined) throw new Error(`no demo teacher has the key ${account.key}`);
      const password = await hashPassword(account.password);
      return { id: account.id, email: account.email, name, password, created_at: NEWEST };
    }),
    ...silent.map(
      (teacher): AuthUserRow => ({
        id: teacher.id,
        email: emailOf(teacher, accounts),
        name: teacher.name,
        password: null,
        created_at: createdAt(teacher),
      }),
    ),
  ];
}

/** Inserts users. The identity of an e-mail user has the user's id as its provider id, as in Auth. */
export async function putAuthUsers(tx: Statements, users: readonly AuthUserRow[]): Promise<void> {
  const json = JSON.stringify(users);
  const columns = 'id uuid, email text, name text, password text, created_at timestamptz';
  await tx.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at)
     select u.id, 'authenticated', 'authenticated', u.email, u.password, u.created_at,
       '{"provider": "email", "providers": ["email"], "demo": true}'::jsonb,
       jsonb_build_object('sub', u.id, 'email', u.email, 'name', u.name, 'email_verified', true, 'phone_verified', false),
       u.created_at, u.created_at
     from jsonb_to_recordset($1::text::jsonb) as u (${columns})`,
    [json],
  );
  await tx.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
     select u.id, 'email', u.id::text, u.id,
       jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false),
       u.created_at, u.created_at
     from jsonb_to_recordset($1::text::jsonb) as u (${columns})`,
    [json],
  );
}

export async function putAccounts(tx: Statements, accounts: readonly DemoAccount[]): Promise<void> {
  for (const account of accounts) {
    if (account.role === 'teacher') continue;
    await tx.query(
      `insert into public.user_profiles (id, name, email, role, whatsapp, city_id, created_at)
       values ($1, $2, $3, $4, $5, (select c.id from public.cities c where c.name = $6), $7)`,
      [account.id, account.name, account.email, account.role, account.whatsapp, account.city, NEWEST],
    );
    if (account.role !== 'student') continue;
    await tx.query('insert into public.students (id, created_at) values ($1, $2)', [account.id, NEWEST]);
    await tx.query(
      `insert into public.student_dance_styles (student_id, dance_style_id)
       select $1, s.id from public.dance_styles s
       where s.name in (select jsonb_array_elements_text($2::text::jsonb))`,
      [account.id, JSON.stringify(account.styles)],
    );
  }
}
