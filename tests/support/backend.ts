import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { vi } from 'vitest';
import WebSocket from 'ws';
import type { ServerOptions } from '../../supabase/embedded/options.ts';
import { type RunningServer, startServer } from '../../supabase/embedded/server.ts';
import { migrationsDir } from './migrations-dir.ts';
import { preparedDump, unpackDump } from './pglite-dump.ts';
import { findPostgres, startPostgres } from './postgres.ts';
import { cloneDatabase, emptyDatabase, ownTemplate } from './postgres-template.ts';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Backend {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Null when the backend runs elsewhere. */
  embedded: RunningServer | null;
  stop(): Promise<void>;
}

export interface Target {
  name: string;
  start(options?: Partial<ServerOptions>): Promise<Backend>;
}

/** No limits, for suites that sign in all the time. */
export const UNLIMITED = Object.fromEntries(
  [
    'signInPerAddress',
    'signInFailuresPerSender',
    'signInFailuresPerAddress',
    'signInFailuresPerEmail',
    'signUpPerAddress',
    'mailPerAddress',
    'mailPerEmail',
  ].map((name) => [name, { most: 1_000_000, within: 1 }]),
);

const SUITE = {
  port: 0,
  seed: 'none',
  quiet: true,
  migrationsDir: beside('../conformance/migrations'),
  functionsDir: beside('../conformance/functions'),
  publicChannels: true,
  limits: UNLIMITED,
} satisfies ServerOptions;

/** Disables the limits of writes that the database counts, where it does (app.take_turn). */
async function withoutCounting(server: RunningServer): Promise<RunningServer> {
  const [counts] = await server.database.query<{ known: boolean }>(
    `select to_regclass('app.rate_counts') is not null as known`,
  );
  if (!counts?.known) return server;
  const names = [
    'leads_person_hour',
    'leads_address_hour',
    'leads_site_hour',
    'leads_visitors_hour',
    'lesson_requests_day',
    'evaluations_day',
    'writes_person_hour',
    'adjustments_teacher_day',
  ];
  await server.database.query(
    `insert into public.app_settings (key, value) values ('rate_limits', $1::text::jsonb) on conflict (key) do nothing`,
    [JSON.stringify(Object.fromEntries(names.map((name) => [name, 1_000_000])))],
  );
  return server;
}

/** Starts a server on a copied database where there is one, else on PGlite. */
export async function startTestServer(options: ServerOptions): Promise<RunningServer> {
  const template = await ownTemplate();
  const migrated = (options.migrationsDir ?? migrationsDir) === migrationsDir;
  if (!template || !migrated) return startServer(options);
  return startServer({ ...options, databaseUrl: await cloneDatabase(template.url) });
}

const pglite: Target = {
  name: 'PGlite',
  start: async (options = {}) => {
    const settings = { ...SUITE, ...options };
    if (settings.dataDir !== undefined) {
      const folder = join(settings.dataDir, 'db');
      if (!existsSync(folder)) await unpackDump(settings.migrationsDir, folder);
      return running(await withoutCounting(await startServer(settings)));
    }
    const begins = await preparedDump(settings.migrationsDir);
    return running(await withoutCounting(await startServer({ ...settings, begins })));
  },
};

const postgres: Target = {
  name: 'PostgreSQL',
  start: async (options = {}) => {
    const template = await ownTemplate();
    if (template) {
      const ready = options.migrationsDir === migrationsDir;
      const databaseUrl = await (ready ? cloneDatabase : emptyDatabase)(template.url);
      return running(await withoutCounting(await startServer({ ...SUITE, databaseUrl, ...options })));
    }
    const cluster = await startPostgres();
    try {
      const server = await startServer({ ...SUITE, databaseUrl: await cluster.createDatabase(), ...options });
      return running(await withoutCounting(server), () => cluster.stop());
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  },
};

/**
 * The backends of the conformance suite: both drivers of the embedded one, or, with SUPABASE_URL,
 * SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY, that project, which
 * tests/conformance/project.ts has prepared and whose functions are tests/conformance/functions.
 */
export function targets(): Target[] {
  const {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
  } = process.env;
  if (url && publishableKey && secretKey) {
    const elsewhere = { url, publishableKey, secretKey, embedded: null, stop: async () => undefined };
    return [{ name: url, start: async () => elsewhere }];
  }
  return embeddedTargets();
}

/** The embedded backend only, for tests of its mailbox, limits and files. */
export function embeddedTargets(): Target[] {
  const found = findPostgres();
  if (found.found) return [pglite, postgres];
  const reason = `The PostgreSQL half of the conformance suite DID NOT RUN: ${found.reason}`;
  if (process.env.CI === 'true') throw new Error(reason);
  console.warn(reason);
  return [pglite];
}

/** For tests that are not about a driver: the one that is most like Supabase, or both of them in `npm run test:full`. */
export function mainTargets(): Target[] {
  const all = embeddedTargets();
  return process.env.TEST_FULL === '1' ? all : all.slice(-1);
}

function running(server: RunningServer, after: () => Promise<void> = async () => undefined): Backend {
  return {
    url: server.url,
    publishableKey: server.publishableKey,
    secretKey: server.secretKey,
    embedded: server,
    stop: async () => {
      await server.close();
      await after();
    },
  };
}

/** A client like the app's, with its own session that is not stored. */
export function client(backend: Backend, key = backend.publishableKey): SupabaseClient {
  return createClient(backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, flowType: 'implicit' },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
}

export const admin = (backend: Backend) => client(backend, backend.secretKey);

let people = 0;
export interface Person {
  client: SupabaseClient;
  id: string;
  email: string;
  password: string;
}

/** Creates an account and signs it in. */
export async function newPerson(backend: Backend, data: Record<string, unknown> = {}): Promise<Person> {
  const own = client(backend);
  const email = `pessoa-${process.pid}-${Date.now()}-${++people}@danceflix.test`;
  const password = 'senha-secreta-1';
  // A project mails a confirmation, and gives no session before its link was opened.
  if (backend.embedded === null) {
    const user = { email, password, user_metadata: data, email_confirm: true };
    const { error } = await admin(backend).auth.admin.createUser(user);
    if (error) throw error;
  }
  const { data: made, error } = await (backend.embedded === null
    ? own.auth.signInWithPassword({ email, password })
    : own.auth.signUp({ email, password, options: { data } }));
  if (error || !made.user || !made.session) throw error ?? new Error('no session after signUp');
  return { client: own, id: made.user.id, email, password };
}

/** Records that the team checked who the teacher is, and shows the page, as the database's owner. */
export async function showTeacher(backend: Backend, teacher: string): Promise<void> {
  if (!backend.embedded) throw new Error('only the embedded backend opens its database');
  const { database } = backend.embedded;
  await database.query(`insert into public.teacher_checks (teacher_id, kind) values ($1, 'identity')`, [
    teacher,
  ]);
  await database.query('update public.teachers set is_active = true where id = $1', [teacher]);
}

/**
 * The newest link mailed to an address, as soon as it is there: mails are sent after the response.
 */
export async function linkTo(backend: Backend, to: string): Promise<string> {
  return vi.waitUntil(
    () =>
      backend.embedded?.mailbox.messages
        .filter((one) => one.to === to && one.link?.includes('token_hash='))
        .at(-1)?.link ?? false,
  );
}

/** The link in mails of hosted Auth's own templates: GET redeems it and redirects. */
export function verifyLink(backend: Pick<Backend, 'url'>, link: string, redirectTo?: string): string {
  const { searchParams } = new URL(link);
  const url = new URL('/auth/v1/verify', backend.url);
  url.searchParams.set('token', searchParams.get('token_hash') ?? '');
  url.searchParams.set('type', searchParams.get('type') ?? '');
  if (redirectTo !== undefined) url.searchParams.set('redirect_to', redirectTo);
  return url.toString();
}
