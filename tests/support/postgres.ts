import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { chmod, cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { isProgram } from '../../scripts/set-up/is-program.ts';
import { fetchedPostgres } from '../../scripts/set-up/postgres.ts';
import { allowPort } from './own-ports.ts';
import { ownedFolder } from './owned-folder.ts';

const run = promisify(execFile);

export interface TestCluster {
  /** Creates an empty database of this cluster, as its superuser. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

export interface RunningCluster extends TestCluster {
  port: number;
  /**
   * Starts that many servers, each on its own copy of all databases: at the same addresses but for the port. Restarts
   * this one, which must have no sessions.
   */
  copies(count: number): Promise<RunningCluster[]>;
}

export interface ClusterOptions {
  /** The folder of PostgreSQL's programs; default: those of `postgresPrograms`. */
  programs?: string;
  superuser?: string;
  settings?: Readonly<Record<string, string>>;
}

/**
 * The folder of PostgreSQL's programs: Debian's newest, or PATH's, or the one that `npm test` has
 * fetched. Null when there is none.
 */
export function postgresPrograms(
  debian = '/usr/lib/postgresql',
  path = process.env.PATH ?? '',
  fetched: string | null = fetchedPostgres() ?? null,
): string | null {
  if (existsSync(debian)) {
    const versions = readdirSync(debian)
      .filter((version) => hasPrograms(join(debian, version, 'bin')))
      .sort((a, b) => Number(b) - Number(a));
    if (versions[0]) return join(debian, versions[0], 'bin');
  }
  const onPath = path.split(':').find((dir) => dir && hasPrograms(dir));
  return onPath ?? fetched;
}

const hasPrograms = (folder: string): boolean =>
  ['initdb', 'postgres'].every((name) => isProgram(join(folder, name)));

export const INSTALL_POSTGRES = 'Debian: apt-get install postgresql';

/**
 * Tells whether tests on PostgreSQL can run here. With CI=true they must: a missing one is then an
 * error.
 */
export function findPostgres(): { found: true } | { found: false; reason: string } {
  if (postgresPrograms() !== null) return { found: true };
  return { found: false, reason: `PostgreSQL is not installed (${INSTALL_POSTGRES})` };
}

type Owner = { uid: number; gid: number } | Record<string, never>;

/** Accounts that are no person's, the best one first: Debian's of PostgreSQL, and one of every Linux. */
const ACCOUNTS = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root: then another user runs it and owns the folder.
 */
async function unprivileged(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  for (const account of ACCOUNTS) {
    const ids = await Promise.all(
      ['-u', '-g'].map((flag) => run('id', [flag, account]).then(({ stdout }) => Number(stdout))),
    ).catch(() => null);
    if (ids) return { uid: ids[0] ?? 0, gid: ids[1] ?? 0 };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${ACCOUNTS.join(' or ')}`);
}

const copied = new Map<string, Promise<string>>();

/**
 * The same programs where their owner may read them: a checkout in root's own folder is closed to
 * everybody else. The copy belongs to this process.
 */
async function runnable(programs: string, owner: Owner): Promise<string> {
  if (!('uid' in owner)) return programs;
  const works = await run(join(programs, 'postgres'), ['--version'], { ...owner, cwd: '/' }).then(
    () => true,
    () => false,
  );
  if (works) return programs;
  const copy = copied.get(programs) ?? copyPrograms(programs);
  copied.set(programs, copy);
  return copy;
}

async function copyPrograms(programs: string): Promise<string> {
  const folder = await ownedFolder('programs');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await cp(dirname(programs), folder, { recursive: true, verbatimSymlinks: true });
  return join(folder, basename(programs));
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A folder for one cluster, owned by whoever runs it. */
function ownFolder(owner: Owner): string {
  const dir = mkdtempSync(join(tmpdir(), 'danceflix-postgres-'));
  if ('uid' in owner) chownSync(dir, owner.uid, owner.gid);
  return dir;
}

const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };

/**
 * Starts a throw-away cluster in a temporary folder: no passwords, nothing flushed. `stop` removes
 * it.
 */
export async function startPostgres(wanted: ClusterOptions = {}): Promise<RunningCluster> {
  const programs = wanted.programs ?? postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  const superuser = wanted.superuser ?? 'postgres';
  const owner = await unprivileged();
  const bin = await runnable(programs, owner);
  const dir = ownFolder(owner);
  await run(
    join(bin, 'initdb'),
    [
      ...['-D', join(dir, 'data'), '-U', superuser, '-A', 'trust', '-E', 'UTF8'],
      ...['--locale=C.UTF-8', '--no-sync'],
    ],
    { ...owner, cwd: dir, env: environment },
  );
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
    // Transactions of autovacuum would delay pulls.
    autovacuum: 'off',
    // Compiling takes longer than any statement here.
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...wanted.settings,
  };
  return runIn({ dir, bin, superuser, owner, settings, databases: 0 });
}

interface Folder {
  dir: string;
  bin: string;
  superuser: string;
  owner: Owner;
  settings: Readonly<Record<string, string>>;
  /** The number of databases that were created in it. */
  databases: number;
}

async function runIn(folder: Folder): Promise<RunningCluster> {
  const { port, end: endFirst } = await serveSomewhere(folder);
  let end = endFirst;
  allowPort(port);
  return {
    port,
    createDatabase: async () => {
      folder.databases += 1;
      const name = `test_${process.pid}_${folder.databases}`;
      const address = `postgres://${folder.superuser}@127.0.0.1:${port}`;
      const sql = postgres(`${address}/postgres`, { max: 1, onnotice: () => undefined });
      try {
        await sql`create database ${sql(name)}`;
      } finally {
        await sql.end();
      }
      return `${address}/${name}`;
    },
    copies: async (count) => {
      // SIGINT is PostgreSQL's fast shutdown, which writes everything to the folder.
      await end('SIGINT');
      const dirs = Array.from({ length: count }, () => ownFolder(folder.owner));
      // Keeps the owner.
      for (const dir of dirs) await run('cp', ['-a', join(folder.dir, 'data'), dir]);
      end = await serve(folder, port);
      return Promise.all(dirs.map((dir) => runIn({ ...folder, dir })));
    },
    stop: async () => {
      // SIGQUIT is PostgreSQL's immediate shutdown: the folder is thrown away anyway.
      await end('SIGQUIT');
      rmSync(folder.dir, { recursive: true, force: true });
    },
  };
}

/** Another process may take a free port before the server does: then there is another one. */
async function serveSomewhere(
  folder: Folder,
): Promise<{ port: number; end: Awaited<ReturnType<typeof serve>> }> {
  const port = await freePort();
  try {
    return { port, end: await serve(folder, port) };
  } catch (error) {
    if (!String(error).includes('Address already in use')) throw error;
    return serveSomewhere(folder);
  }
}

/** Starts the server of a folder. Resolves to a function that ends it. */
async function serve(
  { dir, bin, owner, settings }: Folder,
  port: number,
): Promise<(signal: 'SIGINT' | 'SIGQUIT') => Promise<void>> {
  const server = spawn(
    join(bin, 'postgres'),
    [
      ...['-D', join(dir, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', dir],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...owner, cwd: dir, env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', () => {
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });

  // An interrupted test run must not leave a server behind.
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  return async (signal) => {
    server.kill(signal);
    await ended;
    process.off('exit', kill);
  };
}
