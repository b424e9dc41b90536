import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import WebSocket from 'ws';
import { DEFAULT_ADDRESS_LIMITS } from './address-limits.ts';
import { createApi } from './api.ts';
import { authLimiter, DEFAULT_LIMITS } from './auth-limits.ts';
import { accountMails } from './auth-mails.ts';
import { openDatabase } from './database/open.ts';
import type { Database } from './database.ts';
import { readVerifyJwt } from './functions/config.ts';
import { FunctionRunner } from './functions/runner.ts';
import { ImageCache } from './images.ts';
import { type Keys, legacyKeys, loadKeys } from './keys.ts';
import { createLiteApp } from './lite-app.ts';
import { LivePages } from './live-pages.ts';
import { takeLock } from './lock-file.ts';
import { Mailbox } from './mailbox.ts';
import { isLocalHost, refuseDemo, refuseDemoAccounts } from './network-start.ts';
import type { ServerOptions } from './options.ts';
import { prepareDatabase, readFact, writeFact } from './prepare.ts';
import { attachRealtime } from './realtime/attach.ts';
import { createHub } from './realtime/hub.ts';
import { topicLimits } from './realtime/limits.ts';
import { ownOrigins } from './redirects.ts';
import { createRoutes } from './routes.ts';
import { messageOf, StartFailure } from './start-failure.ts';
import { StaticFiles } from './static-files.ts';
import { StorageFiles } from './storage-files.ts';
import { type Pushes, type SearchFile, startTimedWork } from './timed-work.ts';

// supabase-js, also inside the library, needs a global WebSocket when a client is created; Node has one from 22 on.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

export interface RunningServer {
  url: string;
  port: number;
  publishableKey: string;
  secretKey: string;
  /** The same project's legacy keys. */
  legacy: ReturnType<typeof legacyKeys>;
  database: Database;
  mailbox: Mailbox;
  close(): Promise<void>;
}

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const LOOPBACK = '127.0.0.1';
const FUNCTION_TIME_LIMIT = 30_000;
const PUSH_INTERVAL = 10_000;
/** Length of the queue of new connections: a thousand phones reconnect at once after an outage. */
const BACKLOG = 4096;
/** Milliseconds; a little longer than the keep-alive of gateways. */
const KEEP_ALIVE = 65_000;

/**
 * Starts the whole backend on one port, and the built app with it. Throws StartFailure for problems that the user can
 * fix: data folder in use or unreadable, port taken, database unreachable, migration broken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  /** Functions that undo the steps done so far, newest last. */
  const undo: Array<() => unknown> = [];
  const close = async () => {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  };
  try {
    return await start(options, undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  options: ServerOptions,
  undo: Array<() => unknown>,
  close: () => Promise<void>,
): Promise<RunningServer> {
  const { host = LOOPBACK } = options;
  const isGuarded = !isLocalHost(host) && !options.demoOnNetwork;
  if (isGuarded && options.seed === 'demo') refuseDemo(host);
  const dir = await workingDir(options.dataDir, undo);
  const keys = await loadKeys(options.dataDir);

  // Takes the port first, so that a second start fails at once; requests wait until the server is ready.
  let ready: (listener: RequestListener) => void = () => undefined;
  const listener = new Promise<RequestListener>((resolve) => {
    ready = resolve;
  });
  const server = createServer(
    (request, response) => void listener.then((handle) => handle(request, response)),
  );
  // Node's default of five seconds closes connections just when a phone sends its next request.
  server.keepAliveTimeout = KEEP_ALIVE;
  const port = await listen(server, options);
  undo.push(() => stop(server));
  const url = `http://localhost:${port}`;
  const siteUrl = options.siteUrl ?? url;

  const database = await openDatabase(
    options.databaseUrl === undefined
      ? {
          driver: 'pglite',
          ...(options.dataDir === undefined ? {} : { dataDir: join(dir, 'db') }),
          ...(options.begins === undefined ? {} : { loadDataDir: options.begins }),
          statementLimit: options.statementLimit,
        }
      : { driver: 'postgres', url: options.databaseUrl },
  );
  undo.push(() => database.close());
  await prepareDatabase(database, { migrationsDir: options.migrationsDir ?? beside('../migrations') });

  if (isGuarded) await refuseDemoAccounts(database, host);
  const files = new StorageFiles(join(dir, 'storage'));
  if (options.seed === 'demo') await seedOnce(database, files, options.demoAlive === true);

  const mailbox = new Mailbox((mail) => {
    if (options.quiet) return;
    // A log that several users read must not contain links that open accounts.
    const text = isLocalHost(host) ? (mail.link ?? mail.text) : 'na caixa de e-mails';
    console.log(`E-mail para ${mail.to} (${mail.subject}): ${text}`);
  });
  const mails = accountMails(mailbox, siteUrl);
  const confirmations = options.confirmations ?? false;
  const origins = ownOrigins(siteUrl, port);
  const app = await createLiteApp({
    ...{ database, keys, mailbox, mails, files, siteUrl },
    redirectUrls: origins.map((origin) => `${origin}/**`),
    confirmations,
    statementLimit: options.statementLimit,
  });
  const limit = authLimiter({ ...DEFAULT_LIMITS, ...options.limits }, { mailsAtSignUp: confirmations });
  const addressLimits = { ...DEFAULT_ADDRESS_LIMITS, ...options.addressLimits };
  const topics = topicLimits(addressLimits);
  const hub = await createHub(database);
  undo.push(() => hub.close());
  const publicChannels = options.publicChannels ?? false;
  undo.push(attachRealtime(server, { hub, database, keys, publicChannels, topics }));

  const functionsDir = options.functionsDir ?? beside('../functions');
  const runner = new FunctionRunner({
    functionsDir,
    env: functionEnv(`http://127.0.0.1:${port}`, keys, options.secrets ?? {}),
    timeLimit: options.functionTimeLimit ?? FUNCTION_TIME_LIMIT,
  });
  undo.push(() => runner.close());
  const verifyJwt = await readVerifyJwt(join(functionsDir, '..', 'config.toml'));

  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const api = createApi({ app, database, keys, mails, siteUrl, confirmations, limit, origins });
  undo.push(() => api.settled());
  const routes = createRoutes({
    api,
    ...{ database, keys, mailbox, files, hub, publicChannels, topics, addressLimits },
    images: new ImageCache(join(dir, 'images'), { perAddress: addressLimits.renders }),
    functions: { functionsDir, runner, keys, verifyJwt },
    staticFiles:
      options.staticDir === undefined
        ? null
        : new StaticFiles(
            options.staticDir,
            [...sockets, ...(options.connect ?? [])],
            livePages(options, { database, siteUrl, url, keys }),
          ),
    fallback: options.fallback === undefined ? null : await options.fallback(server),
  });
  const call = (name: string) => callFunction(name, runner, url, keys);
  undo.push(
    startTimedWork(database, {
      pushes: pushesOf(options, () => call('send-push')),
      searchFile: searchFileOf(options, () => call('search-file')),
      removeFiles: () => call('remove-files'),
    }),
  );
  const { around = (handle) => handle } = options;
  ready(getRequestListener(around((request, environment) => routes.fetch(request, environment))));

  const { publishableKey, secretKey } = keys;
  return { url, port, publishableKey, secretKey, legacy: legacyKeys(keys), database, mailbox, close };
}

/** Calls a function as the server. Throws when it failed. */
async function callFunction(name: string, runner: FunctionRunner, url: string, keys: Keys): Promise<void> {
  const request = new Request(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: keys.secretKey },
  });
  const result = await runner.call(name, request, '127.0.0.1');
  if (result.kind === 'failed') throw new Error(result.message);
  if (!result.response.ok) throw new Error(`${name} answered ${result.response.status}`);
}

/** Null without FCM's key: pushes stay in the queue. */
function pushesOf(
  { secrets = {}, pushInterval = PUSH_INTERVAL }: ServerOptions,
  drain: () => Promise<void>,
): Pushes | null {
  return secrets.FCM_SERVICE_ACCOUNT ? { every: pushInterval, drain } : null;
}

/** Null where none is written: phones then begin with the pull. */
function searchFileOf(
  { searchFileInterval: every }: ServerOptions,
  write: () => Promise<void>,
): SearchFile | null {
  return every === undefined ? null : { every, write };
}

function livePages(
  { pages, staticDir }: ServerOptions,
  { database, siteUrl, url, keys }: { database: Database; siteUrl: string; url: string; keys: Keys },
): LivePages | 'none' | null {
  if (pages === undefined || pages === 'none' || staticDir === undefined)
    return pages === 'none' ? 'none' : null;
  return new LivePages({
    dist: staticDir,
    renderer: pages.renderer,
    database,
    api: { url, key: keys.publishableKey },
    site: new URL(siteUrl).origin,
  });
}

/** The locked data folder, or a temporary folder that is removed at the end. */
async function workingDir(dataDir: string | undefined, undo: Array<() => unknown>): Promise<string> {
  if (dataDir !== undefined) {
    undo.push(takeLock(dataDir));
    return dataDir;
  }
  const dir = await mkdtemp(join(tmpdir(), 'danceflix-'));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

function listen(server: Server, { port, host = LOOPBACK }: ServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new StartFailure(
          taken
            ? `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`
            : `Cannot listen on ${host}:${port}: ${messageOf(error)}`,
        ),
      );
    });
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Lets running responses finish; idle keep-alive connections are closed. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const hurry = setTimeout(() => server.closeAllConnections(), 2000);
    server.close(() => {
      clearTimeout(hurry);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Inserts demo data once into a database without users; recorded, so that deleting all users does not repeat it. */
async function seedOnce(database: Database, files: StorageFiles, isAlive: boolean): Promise<void> {
  if ((await readFact(database, 'seed')) === 'done') return;
  const [people] = await database.query('select from auth.users limit 1');
  if (people === undefined) {
    const { seedDemo } = await import('./seed.ts');
    await seedDemo({ database, putObject: objectWriter(database, files) }, { isAlive });
  }
  await writeFact(database, 'seed', 'done');
}

function objectWriter(database: Database, files: StorageFiles) {
  return async (bucket: string, key: string, bytes: Uint8Array, contentType: string): Promise<void> => {
    const about = await files.write(bucket, key, bytes, { contentType, cacheControl: 'max-age=3600' });
    const metadata = { ...about, mimetype: contentType, contentLength: about.size, httpStatusCode: 200 };
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata, version)
       values ($1, $2, $3::text::jsonb, gen_random_uuid()::text)
       on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version`,
      [bucket, key, JSON.stringify(metadata)],
    );
  };
}

/** Environment of functions, keys of both systems included. Supabase's names come last, so that no secret overrides them. */
function functionEnv(url: string, keys: Keys, secrets: Record<string, string>): Record<string, string> {
  const { anon, serviceRole } = legacyKeys(keys);
  return {
    ...secrets,
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    SUPABASE_ANON_KEY: anon,
    SUPABASE_SERVICE_ROLE_KEY: serviceRole,
  };
}
