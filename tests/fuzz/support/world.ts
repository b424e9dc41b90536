/** One embedded server with people and rows, called over HTTP as anybody on the network can. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { expect, vi } from 'vitest';
import type { ServerOptions } from '../../../supabase/embedded/options.ts';
import { type RunningServer, startServer } from '../../../supabase/embedded/server.ts';
import { createPersons, type Ids } from '../../database/support/persons.ts';
import { startTestServer, UNLIMITED } from '../../support/backend.ts';
import { extendDatabase, type TestDatabase } from '../../support/database.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';
import { unpackDump } from '../../support/pglite-dump.ts';
import { brokenInvariants } from '../invariants.ts';

export const CALLERS = ['visitor', 'student', 'addressed teacher', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

export interface Asked {
  as: Caller | 'server';
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The body, sent unchanged. */
  body?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

export interface World {
  server: RunningServer;
  database: TestDatabase;
  ids: Ids;
  /** The server's data folder. */
  dataDir: string;
  /** Ids of existing rows, and one that does not exist. */
  known: readonly string[];
  /** The token, or key, of this kind of caller. */
  bearer(as: Asked['as']): string;
  ask(asked: Asked): Promise<Answered>;
  /** Fails with the names of the rules that some row breaks. */
  expectSound(): Promise<void>;
  close(): Promise<void>;
}

/** `driver`: 'pglite' for a data folder as `npm start` has it; else a copied PostgreSQL database where there is one. */
export async function createWorld({
  driver,
  ...options
}: Partial<ServerOptions> & { driver?: 'pglite' } = {}): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'danceflix-fuzz-'));
  const jwtSecret = randomBytes(48).toString('base64url');
  const secretKey = `sb_secret_${randomBytes(24).toString('base64url')}`;
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify({ jwtSecret, secretKey }));
  if (driver === 'pglite') await unpackDump(migrationsDir, join(dataDir, 'db'));
  const server = await (driver === 'pglite' ? startServer : startTestServer)({
    port: 0,
    seed: 'none',
    quiet: true,
    dataDir,
    limits: UNLIMITED,
    ...options,
  });
  // Every refusal by a policy or a check would print a line.
  const silenced = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  for (const spy of silenced) spy.mockImplementation(() => undefined);
  const database = extendDatabase(server.database);
  const ids = await createPersons(database);
  await database.exec(`
    insert into public.app_settings (key, value) values ('rate_limits', '{"leads_person_hour": 1000000,
      "leads_address_hour": 1000000, "leads_visitors_hour": 1000000, "lesson_requests_day": 1000000,
      "evaluations_day": 1000000, "lesson_proposals_day": 1000000, "leads_site_hour": 1000000, "writes_person_hour": 1000000,
      "adjustments_teacher_day": 1000000}') on conflict (key) do nothing`);
  const bearers = new Map<Asked['as'], string>([
    ['visitor', server.publishableKey],
    ['server', server.secretKey],
  ]);
  for (const caller of CALLERS)
    if (caller !== 'visitor') bearers.set(caller, await tokenOf(ids[caller], jwtSecret));

  const bearer = (as: Asked['as']) => {
    const found = bearers.get(as);
    if (found === undefined) throw new Error(`nobody is called ${as}`);
    return found;
  };

  return {
    ...{ server, database, ids, dataDir, bearer },
    known: await knownIds(database),
    ask: async ({ as, method, path, headers = {}, body }) => {
      const answer = await fetch(`${server.url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${bearer(as)}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    expectSound: async () => expect(await brokenInvariants(database)).toEqual([]),
    close: async () => {
      await server.close();
      for (const spy of silenced) spy.mockRestore();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function tokenOf(id: string, secret: string): Promise<string> {
  return new SignJWT({ role: 'authenticated', aal: 'aal1', is_anonymous: false })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(secret));
}

/** A few ids of every table that has an id column. */
async function knownIds(database: TestDatabase): Promise<string[]> {
  const tables = await database.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'uuid'::regtype order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ id: string }>(`select id from public.${name} order by id limit 3`);
    found.push(...rows.map(({ id }) => id));
  }
  return [...new Set(found), '00000000-0000-4000-8000-00000000dead'];
}

/** SQL text, file paths, and stack traces. */
const LEAKS = [
  /\b(select|insert into|update|delete from)\b[^"']{1,200}\b(from|values|set|where)\b/i,
  // The sender may be told about the syntax of a text search query.
  /syntax error(?! in ts(query|vector))/i,
  /(^|[\s"'(])\/(home|root|usr|var|tmp|work|opt|etc)\/\w/,
  /node_modules/,
  /\bat .+\(.+:\d+:\d+\)/,
  /\.(ts|js|mjs):\d+/,
];

/** Finds faults of an answer: server errors, and reasons that reveal internals. */
export function faultOf({ status, text, headers }: Answered, sent: string): string | null {
  // The server shares this process: a polluted prototype would break the answers to all others.
  const left = Object.keys(Object.prototype);
  if (left.length > 0) return `left ${left.join()} in every object`;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  if (status < 400) return null;
  if (text === '') return null;
  const words = messageOf(text);
  if (words === null) return `refused with ${status} and no code and message: ${text.slice(0, 200)}`;
  const leak = leakIn(words, sent);
  if (leak !== null) return leak;
  if (!headers.get('content-type')?.includes('json')) return 'a refusal that is not called JSON';
  return null;
}

/** Finds faults of Auth's and Storage's answers, whose refusals have formats of their own. */
export function serviceFaultOf({ status, text }: Answered, sent: string): string | null {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  return status < 400 ? null : leakIn(text, sent);
}

/** The reason may contain the sent text. */
function leakIn(words: string, sent: string): string | null {
  const leak = LEAKS.find((pattern) => pattern.test(words) && !pattern.test(sent));
  return leak ? `gives away ${leak}: ${words.slice(0, 300)}` : null;
}

function messageOf(text: string): string | null {
  try {
    const { code, message, details, hint } = JSON.parse(text) as Record<string, unknown>;
    if (typeof message !== 'string' && typeof code !== 'string') return null;
    return [message, details, hint].filter((part) => typeof part === 'string').join('\n');
  } catch {
    return null;
  }
}
