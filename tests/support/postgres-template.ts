/**
 * Databases that tests copy. Each test process has its own cluster: a pull waits for every open
 * transaction of its cluster, in whatever database, so that parallel tests in one cluster would
 * delay each other.
 */
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { z } from 'zod';
import { passPorts } from './own-ports.ts';
import { findPostgres, type RunningCluster, startPostgres, type TestCluster } from './postgres.ts';

const VARIABLE = 'DANCEFLIX_TEST_TEMPLATES';

const template = z.object({
  url: z.string(),
  folder: z.string().optional(),
  /** Set up like a hosted project (tests/hosted), not by the embedded server. */
  isHosted: z.boolean().optional(),
});
export type Template = z.infer<typeof template>;

/**
 * Starts a cluster, lets `fill` create the database of it, starts others on copies until there are `count`, and passes
 * their URLs to the processes that are started from now on. Returns the clean-up. Does nothing where there is no
 * PostgreSQL.
 */
export async function startTemplates(
  fill: (cluster: TestCluster) => Promise<Template>,
  count: number,
  start: () => Promise<RunningCluster> = startPostgres,
): Promise<() => Promise<void>> {
  if (!findPostgres().found) return async () => undefined;
  const clusters = [await start()];
  const stop = async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  };
  try {
    const [first] = clusters;
    const made = first && (await fill(first));
    if (!made) throw new Error('no cluster was started');
    if (count > 1) clusters.push(...(await first.copies(count - 1)));
    process.env[VARIABLE] = JSON.stringify(
      clusters.map(({ port }) => {
        const url = new URL(made.url);
        url.port = String(port);
        return { ...made, url: url.href };
      }),
    );
    passPorts(clusters.map(({ port }) => port));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

let own: Promise<Template | null> | undefined;

/** True when the tests of this process run on copies of a hosted-like database. */
export const isHostedRun = (): boolean =>
  template
    .array()
    .parse(JSON.parse(process.env[VARIABLE] ?? '[]'))
    .some(({ isHosted }) => isHosted);

/** Reserves a template for this process as long as it runs; null where there is no PostgreSQL. */
export function ownTemplate(): Promise<Template | null> {
  own ??= takeOne();
  return own;
}

async function takeOne(): Promise<Template | null> {
  const all = process.env[VARIABLE];
  if (all === undefined) return null;
  const templates = template.array().parse(JSON.parse(all));
  for (;;) {
    for (const one of templates) if (await take(one)) return one;
    await setTimeout(100);
  }
}

/** The lock ends with the session, and the session with this process. */
async function take({ url }: Template): Promise<boolean> {
  const sql = postgres(inPostgres(url), { max: 1, onnotice: () => undefined });
  const [answer] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(1) as taken`;
  if (answer?.taken) return true;
  await sql.end();
  return false;
}

let made = 0;

/** Copies a database that has no sessions at the moment. Returns the copy's URL. */
export async function cloneDatabase(url: string): Promise<string> {
  const copy = newBeside(url);
  const [name, template] = [nameIn(copy), nameIn(new URL(url))];
  // PostgreSQL's own choice, by its log, takes twice as long.
  await within(
    inPostgres(url),
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  );
  // The first pull notices that the rows were written in another database, and starts an epoch.
  await within(copy.href, (sql) => sql`select public.pull_cities(null, null, 1)`);
  return copy.href;
}

/** Creates an empty database in the same cluster. Returns its URL. */
export async function emptyDatabase(url: string): Promise<string> {
  const empty = newBeside(url);
  await within(inPostgres(url), (sql) => sql`create database ${sql(nameIn(empty))}`);
  return empty.href;
}

function newBeside(url: string): URL {
  made += 1;
  const beside = new URL(url);
  beside.pathname = `/test_of_${process.pid}_${made}`;
  return beside;
}

/** Remaining sessions are terminated. */
export async function dropDatabase(url: string): Promise<void> {
  await within(
    inPostgres(url),
    (sql) => sql`drop database if exists ${sql(nameIn(new URL(url)))} with (force)`,
  );
}

function inPostgres(url: string): string {
  const beside = new URL(url);
  beside.pathname = '/postgres';
  return beside.href;
}

const nameIn = (url: URL) => url.pathname.slice(1);

async function within(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
