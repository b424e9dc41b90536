/**
 * PostgreSQL with the roles and schemas of a hosted project, copied from Supabase's own sources as
 * far as the product and its tests rely on them. Migrations are applied as in a project: by the
 * Supabase CLI, as postgres.
 */
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import {
  type ClusterOptions,
  type RunningCluster,
  startPostgres,
  type TestCluster,
} from '../support/postgres.ts';

const SUPERUSER = 'supabase_admin';

/**
 * Whether new objects in public are granted to the API's roles by default, as in projects before 30
 * May 2026.
 */
export type DefaultPrivileges = 'closed' | 'open';

export async function startHostedCluster(options: ClusterOptions = {}): Promise<RunningCluster> {
  const cluster = await startPostgres({
    ...options,
    superuser: SUPERUSER,
    // The same setting as on hosted Supabase; without it a publication causes a warning.
    settings: { wal_level: 'logical', max_wal_senders: '2', ...options.settings },
  });
  try {
    await runFiles(await cluster.createDatabase(), ['roles.sql']);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Creates a project without migrations. Returns its URL for postgres. */
export async function createProject(
  cluster: Pick<TestCluster, 'createDatabase'>,
  privileges: DefaultPrivileges = 'closed',
): Promise<string> {
  const url = await cluster.createDatabase();
  await within(url, (sql) =>
    sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} owner to postgres`),
  );
  await runFiles(url, [
    ...['database.sql', 'auth.sql', 'storage.sql', 'realtime.sql', 'services.sql'],
    ...(privileges === 'open' ? ['open-privileges.sql'] : []),
  ]);
  return loginAs(url, 'postgres');
}

/** The same database for another role. */
export function loginAs(url: string, role: string): string {
  const own = new URL(url);
  own.username = role;
  return own.href;
}

export const asSuperuser = (url: string) => loginAs(url, SUPERUSER);

/** Runs statements with Supabase's own rights. */
export const asSuperuserOf = (url: string) => async (statements: string) => {
  await within(asSuperuser(url), (sql) => sql.unsafe(statements).simple());
};

/** Opens one session, and ends it after `work`. */
export async function within<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function runFiles(url: string, files: readonly string[]): Promise<void> {
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')));
  await within(url, async (sql) => {
    for (const text of texts) await sql.unsafe(text).simple();
  });
}
