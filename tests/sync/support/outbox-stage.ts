/** The embedded backend with a student and a teacher in it, for programs against the real procedures. */
import { vi } from 'vitest';
import { env } from '@/lib/env';
import type { RunningServer } from '../../../supabase/embedded/server';
import { type Backend, client, newPerson, type Target } from '../../support/backend';
import { checkIdentity } from '../../support/database';

const path = (relative: string) => new URL(`../../../supabase/${relative}`, import.meta.url).pathname;
const DAY = 24 * 60 * 60_000;

/** A published weekly event, on Thursdays from 2099-01-01 on. */
export const BALL = '00000000-0000-4000-8000-0000000000e1';

export interface RealPerson {
  id: string;
  name: string;
  /** Tokens of the auth server: a valid and an expired one. */
  tokens: { fresh: string; expired: string };
}

export interface Stage {
  backend: Backend;
  embedded: RunningServer;
  student: RealPerson;
  teacher: RealPerson;
  styles: string[];
  cities: string[];
}

/** Creates a student, and a teacher of every style. */
export async function startStage(target: Target): Promise<Stage> {
  const backend = await target.start({
    migrationsDir: path('migrations'),
    functionsDir: path('functions'),
  });
  const { embedded } = backend;
  if (!embedded) throw new Error('The programs look into the database');
  env.supabaseUrl = backend.url;
  env.supabaseAnonKey = backend.publishableKey;
  const student = await newRealPerson(backend, 'student', 'Anna Aluna');
  const teacher = await newRealPerson(backend, 'teacher', 'Bento Professor');
  const { database } = embedded;
  await checkIdentity(database, teacher.id);
  await database.query(
    `insert into public.teacher_checks (teacher_id, kind, checked_at, recorded_at) values ($1, 'background', now(), now())`,
    [teacher.id],
  );
  await database.query('update public.teachers set is_active = true where id = $1', [teacher.id]);
  await database.query(
    `insert into public.events (id, title, kind, city_id, starts_at, weekly, is_published)
     select $1, 'Baile de toda semana', 'baile', c.id, '2099-01-01T23:00:00Z', true, true
     from public.cities c where c.name = 'Vitória'`,
    [BALL],
  );
  await database.query(
    `insert into public.teacher_dance_styles select $1::uuid, d.id from public.dance_styles d on conflict do nothing`,
    [teacher.id],
  );
  const ids = async (table: string) =>
    (await database.query<{ id: string }>(`select id from public.${table} where active order by name`)).map(
      ({ id }) => id,
    );
  return {
    ...{ backend, embedded, student, teacher },
    styles: await ids('dance_styles'),
    cities: await ids('cities'),
  };
}

async function newRealPerson(
  backend: Backend,
  role: 'student' | 'teacher',
  name: string,
): Promise<RealPerson> {
  const person = await newPerson(backend, { role, name });
  const payload = { role, name, styles: ['Forró'], terms_accepted: true };
  const { error } = await person.client.rpc('complete_registration', { payload });
  if (error) throw new Error(error.message);
  const signIn = async () => {
    const own = client(backend);
    const { data } = await own.auth.signInWithPassword(person);
    if (!data.session) throw new Error('not signed in');
    return data.session.access_token;
  };
  const fresh = await signIn();
  // The expired token is issued by the server itself, on the day before.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAY });
  const expired = await signIn().finally(() => vi.useRealTimers());
  return { id: person.id, name, tokens: { fresh, expired } };
}
