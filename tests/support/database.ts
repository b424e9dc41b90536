/**
 * Migrated databases for tests, and calls in them as the API would make them: a role, the claims of
 * a user, one transaction.
 */
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database, Statements } from '../../supabase/embedded/database.ts';
import { prepareDatabase } from '../../supabase/embedded/prepare.ts';
import { throughDoor } from './door.ts';
import { migrationsDir } from './migrations-dir.ts';
import { preparedDump } from './pglite-dump.ts';
import { findPostgres, startPostgres, type TestCluster } from './postgres.ts';
import { cloneDatabase, dropDatabase, isHostedRun, ownTemplate } from './postgres-template.ts';

export type ApiRole = 'anon' | 'authenticated' | 'service_role';

export interface NewUser {
  role: 'student' | 'teacher' | 'admin';
  name?: string;
  email?: string;
  cityId?: string;
  /** Only for teachers, whose identity is checked in any case; default true. */
  isActive?: boolean;
  isPaused?: boolean;
  styleIds?: readonly string[];
  /** Accepts the current terms; default true. */
  acceptsTerms?: boolean;
}

export interface TestDatabase extends Database {
  /**
   * Runs as the API does for a request: committed when `work` resolves, rolled back when it throws. Statements pass the
   * door of requests (door.ts).
   * On a hosted-like database the session belongs to authenticator, like PostgREST's, and
   * statements that pg_safeupdate would refuse are refused.
   */
  as<T>(role: ApiRole, userId: string | null, work: (tx: Statements) => Promise<T>): Promise<T>;
  /**
   * Runs statements as Supabase itself, which owns its own schemas; on hosted Supabase the product
   * does not.
   */
  asPlatform(sql: string): Promise<void>;
  /** Creates an auth user with profile and role row. Returns its id. */
  createUser(user: NewUser): Promise<string>;
  /** Creates many with one round of statements. Returns their ids, in their order. */
  createUsers(users: readonly NewUser[]): Promise<string[]>;
}

/**
 * Creates a separate migrated database: copied on PostgreSQL where there is one, else a PGlite in
 * memory.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = await ownTemplate();
  if (!template)
    return extendDatabase(
      await openDatabase({ driver: 'pglite', loadDataDir: await preparedDump(migrationsDir) }),
    );
  const url = await cloneDatabase(template.url);
  const database = await openClone(url);
  const end = database.close;
  const close = async () => {
    await end();
    await dropDatabase(url);
  };
  return Object.assign(database, { close });
}

/** Opens sessions of the database's owner; on a hosted-like one, also sessions for requests. */
async function openClone(url: string): Promise<TestDatabase> {
  const database = await openDatabase({ driver: 'postgres', url });
  if (!isHostedRun()) return extendDatabase(database);
  const { openGateway } = await import('../hosted/gateway.ts');
  const { asSuperuserOf } = await import('../hosted/cluster.ts');
  const { followBroadcasts } = await import('../hosted/broadcasts.ts');
  const gateway = await openGateway(url);
  const { listen, stop } = followBroadcasts(database);
  const close = async () => {
    await stop();
    await Promise.all([gateway.close(), database.close()]);
  };
  return extendDatabase({ ...database, close, listen }, gateway, asSuperuserOf(url));
}

export interface TestPostgres {
  /** Creates a separate migrated database, with its URL for further sessions. */
  createDatabase(): Promise<TestDatabase & { url: string }>;
  stop(): Promise<void>;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const template = await ownTemplate();
  const cluster: TestCluster = template
    ? { createDatabase: () => cloneDatabase(template.url), stop: async () => undefined }
    : await startPostgres();
  const open: Database[] = [];
  return {
    createDatabase: async () => {
      const url = await cluster.createDatabase();
      const database = await openClone(url);
      open.push(database);
      if (!isHostedRun()) await prepareDatabase(database, { migrationsDir });
      return Object.assign(database, { url });
    },
    stop: async () => {
      await Promise.all(open.map((database) => database.close()));
      await cluster.stop();
    },
  };
}

/**
 * Tests that need a real PostgreSQL. Without one they are reported as skipped; with CI=true that is
 * a failure.
 */
export function describePostgres(name: string, tests: () => void): void {
  const postgres = findPostgres();
  if (postgres.found) {
    describe(name, tests);
    return;
  }
  it(`${name} (needs PostgreSQL)`, (context) => {
    if (process.env.CI === 'true') throw new Error(`not run: ${postgres.reason}`);
    context.skip(postgres.reason);
  });
}

/**
 * Extends an open database by calls as the API makes them, over `requests` where those sessions are
 * separate.
 */
export function extendDatabase(
  database: Database,
  requests: Pick<Database, 'transaction'> = database,
  asPlatform: (sql: string) => Promise<void> = database.exec,
): TestDatabase {
  return Object.assign(database, {
    asPlatform,
    as: <T>(role: ApiRole, userId: string | null, work: (tx: Statements) => Promise<T>) =>
      requests.transaction(async (tx) => work(await actAs(tx, role, userId))),
    createUser: (user: NewUser) => database.transaction((tx) => createUser(tx, user)),
    createUsers: (users: readonly NewUser[]) => database.transaction((tx) => createUsers(tx, users)),
  });
}

/**
 * Switches role for the rest of the transaction. `reset role` switches back to the owner. Returns the statements of
 * requests, which pass the door.
 */
export async function actAs(tx: Statements, role: ApiRole, userId: string | null): Promise<Statements> {
  const claims = JSON.stringify({ role, ...(userId === null ? {} : { sub: userId }) });
  if (isHostedRun()) await tx.query(ROLE_LIMITS, [role]);
  await tx.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
    claims,
    role,
  ]);
  return throughDoor(tx);
}

/** PostgREST applies the settings of a role together with the role. */
const ROLE_LIMITS = `
  select set_config(split_part(c, '=', 1), split_part(c, '=', 2), true)
  from pg_roles r, unnest(r.rolconfig) c
  where r.rolname = $1 and split_part(c, '=', 1) in ('statement_timeout', 'lock_timeout')`;

export async function createUser(tx: Statements, user: NewUser): Promise<string> {
  const [id = ''] = await createUsers(tx, [user]);
  return id;
}

/** Creates many in as many statements as one: what triggers do for each statement is done once. Returns their ids. */
export async function createUsers(tx: Statements, users: readonly NewUser[]): Promise<string[]> {
  const people = users.map((user) => ({ id: randomUUID(), ...user }));
  const ids = people.map(({ id }) => id);
  const insert = (into: string, rows: readonly object[]) =>
    rows.length === 0
      ? undefined
      : tx.query(`insert into ${into} from jsonb_to_recordset($1::text::jsonb) as x(${FIELDS})`, [
          JSON.stringify(rows),
        ]);
  const withEmail = people.map((person) => ({
    ...person,
    email: person.email ?? `${person.id}@example.com`,
  }));
  await insert('auth.users (id, email) select id, email', withEmail);
  await insert(
    'public.user_profiles (id, name, email, role, city_id) select id, name, email, role, "cityId"',
    withEmail.map((person) => ({ ...person, name: person.name ?? 'Pessoa de Teste' })),
  );
  await acceptTerms(tx, ...people.filter((one) => one.acceptsTerms ?? true).map(({ id }) => id));
  await insert(
    'public.students (id) select id',
    people.filter(({ role }) => role === 'student'),
  );
  const teachers = people.filter(({ role }) => role === 'teacher');
  await checkIdentity(tx, ...teachers.map(({ id }) => id));
  await insert(
    'public.teachers (id, is_active, is_paused) select id, "isActive", "isPaused"',
    teachers.map(({ id, isActive = true, isPaused = false }) => ({ id, isActive, isPaused })),
  );
  await insert(
    'public.teacher_dance_styles select id, "styleId", place',
    teachers.flatMap(({ id, styleIds = [] }) => styleIds.map((styleId, place) => ({ id, styleId, place }))),
  );
  return ids;
}

/** The columns of the rows above. */
const FIELDS = `id uuid, email text, name text, role text, "cityId" uuid, "isActive" boolean, "isPaused" boolean,
  "styleId" uuid, place integer`;

/** Records that the team checked who these people are: without it, no teacher can be active. */
export async function checkIdentity(tx: Statements, ...teachers: string[]): Promise<void> {
  if (teachers.length === 0) return;
  // Both times are the transaction's: two readings of the clock are equal only now and then.
  await tx.query(
    `insert into public.teacher_checks (teacher_id, kind, checked_at, recorded_at)
     select t, 'identity', now(), now() from unnest($1::uuid[]) t`,
    [`{${teachers.join()}}`],
  );
}

/** Accepts the current terms as each of these people. */
export async function acceptTerms(tx: Statements, ...people: string[]): Promise<void> {
  if (people.length === 0) return;
  await tx.query(
    `insert into public.user_acceptances (user_id, terms_id)
     select p, t.id from unnest($1::uuid[]) p, (select app.current_terms() as id) t where t.id is not null
     on conflict do nothing`,
    [`{${people.join()}}`],
  );
}

/** The SQLSTATE of what `work` throws, or null if it does not. */
export async function sqlState(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
}
