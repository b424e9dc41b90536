import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsDir } from '../support/migrations-dir.ts';
import { ownedFolder } from '../support/owned-folder.ts';
import { asSuperuser, within } from './cluster.ts';

const PROGRAM = fileURLToPath(new URL('../../node_modules/.bin/supabase', import.meta.url));

/** Entries that the CLI does not read, or that are replaced. */
const ELSEWHERE = ['.temp', 'demo', 'embedded', 'migrations'];

export interface Push {
  /** Zero when everything was applied, or already there. */
  status: number;
  /** The CLI's output, both streams in order. */
  output: string;
}

/**
 * Runs `supabase db push` with the product's migrations, or another folder's, as the role of the
 * URL.
 */
export async function pushMigrations(url: string, from = migrationsDir): Promise<Push> {
  const folder = await ownedFolder('push');
  try {
    const own = dirname(migrationsDir);
    const isOfCli = (file: string) => !ELSEWHERE.includes(relative(own, file));
    await cp(own, join(folder, 'supabase'), { recursive: true, filter: isOfCli });
    await cp(from, join(folder, 'supabase/migrations'), { recursive: true });
    return await ownerOfPolicies(url, () =>
      runCli(folder, ['db', 'push', '--yes', '--workdir', folder, '--db-url', `${url}?sslmode=disable`]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws the CLI's output when it fails. */
export async function pushOrThrow(url: string): Promise<void> {
  const { status, output } = await pushMigrations(url);
  if (status !== 0) throw new Error(`supabase db push ended with ${status}:\n${output}`);
}

/**
 * On hosted Supabase an extension (supautils) lets postgres create policies on tables of Storage
 * and Realtime that it does not own. Without that extension only owners can: postgres is an owner
 * during the push. The facts that are compared afterwards show that only policies were created with
 * it.
 */
async function ownerOfPolicies<T>(url: string, work: () => Promise<T>): Promise<T> {
  const owners = 'supabase_storage_admin, supabase_realtime_admin';
  const asAdmin = (statement: string) => within(asSuperuser(url), (sql) => sql.unsafe(statement));
  await asAdmin(`grant ${owners} to postgres`);
  try {
    return await work();
  } finally {
    await asAdmin(`revoke ${owners} from postgres`);
  }
}

/**
 * A separate home folder without network: the CLI reports usage, and looks for newer versions of
 * itself.
 */
function runCli(home: string, args: readonly string[]): Promise<Push> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    DO_NOT_TRACK: '1',
    SUPABASE_TELEMETRY_DISABLED: '1',
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: 'localhost,127.0.0.1',
  };
  return new Promise((resolve) => {
    const child = execFile(PROGRAM, args, { env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : 1, output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}
