/**
 * The part of a project's REST endpoint that the functions use: procedures and plain reads of a
 * table, with today's keys only, and stored files for the secret key. The gateway takes a key from
 * `apikey`; each request runs as PostgREST's login does, in its key's role, or as the person whose
 * id stands where a token would.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiRole, TestDatabase } from '../support/database.ts';

export const KEYS = { publishable: 'sb_publishable_of_the_project', secret: 'sb_secret_of_the_project' };

export interface StoredFile {
  type: string;
  body: Buffer;
}

export interface Rest {
  url: string;
  /** The files in Storage, by `bucket/name`. */
  files: Map<string, StoredFile>;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  content: unknown;
}

export async function startRest(database: TestDatabase): Promise<Rest> {
  const files = new Map<string, StoredFile>();
  const server = createServer(async (request, response) => {
    const file = request.headers.apikey === KEYS.secret ? files.get(fileOf(request)) : undefined;
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': file.type }).end(file.body);
      return;
    }
    const { status, content } = await answer(database, request).catch(failed);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(database: TestDatabase, request: IncomingMessage): Promise<Answer> {
  const role = roleOf(request);
  if (role === null) return { status: 401, content: { code: '401', message: 'Invalid API key' } };
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://rest');
  const [, called] = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? [];
  if (request.method === 'POST' && called !== undefined) {
    const args = JSON.parse(await bodyOf(request)) as Record<string, unknown>;
    return { status: 200, content: await call(database, role, personOf(request), called, args) };
  }
  const [, table] = /^\/rest\/v1\/(\w+)$/.exec(pathname) ?? [];
  if (request.method !== 'GET' || table === undefined) return { status: 404, content: { code: 'PGRST125' } };
  const columns = (searchParams.get('select') ?? '').split(',').filter((name) => /^\w+$/.test(name));
  const limit = Number(searchParams.get('limit') ?? 1000);
  const rows = await database.as(role, null, (tx) =>
    tx.query(`select ${columns.map((name) => `"${name}"`)} from public."${table}" limit $1`, [limit]),
  );
  return { status: 200, content: rows };
}

/** A key of the old system, or one only in `Authorization`, is refused. */
function roleOf({ headers }: IncomingMessage): ApiRole | null {
  if (headers.apikey === KEYS.secret) return 'service_role';
  return headers.apikey === KEYS.publishable ? 'anon' : null;
}

const personOf = ({ headers }: IncomingMessage) =>
  /^Bearer ([0-9a-f-]{36})$/.exec(headers.authorization ?? '')?.[1] ?? null;

const fileOf = ({ url }: IncomingMessage) =>
  new URL(url ?? '/', 'http://storage').pathname.replace('/storage/v1/object/authenticated/', '');

async function call(
  database: TestDatabase,
  role: ApiRole,
  person: string | null,
  name: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  const types = await database.query<{ name: string; type: string }>(
    `select a.name, format_type(t.type, null) as type
     from pg_proc p, unnest(p.proargnames) with ordinality as a (name, at), unnest(p.proargtypes) with ordinality as t (type, at)
     where p.pronamespace = 'public'::regnamespace and p.proname = $1 and a.at = t.at`,
    [name],
  );
  const given = types.filter((argument) => argument.name in args);
  const list = given.map((argument, at) => `"${argument.name}" => $${at + 1}::text::${argument.type}`);
  const values = given.map((argument) => asText(args[argument.name]));
  const [row] = await database.as(person === null ? role : 'authenticated', person, (tx) =>
    tx.query<{ answer: unknown }>(`select to_jsonb(public."${name}"(${list.join(', ')})) as answer`, values),
  );
  return row?.answer ?? null;
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function failed(error: unknown): Answer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'XX000';
  const message = error instanceof Error ? error.message : String(error);
  return { status: code === '42501' ? 403 : 500, content: { code, message, details: null, hint: null } };
}
