import { createPostgresConnection } from '@supabase/lite/postgres';
import type { Database, Statements } from '../database.ts';
import { messageOf, StartFailure } from '../start-failure.ts';
import { BOOLEAN, isoTimestamp, JSONB, TIMESTAMP, TIMESTAMPTZ } from './types.ts';

/** Sessions for parallel requests; realtime listens on another one. */
const SESSIONS = 10;

export async function openPostgres(url: string): Promise<Database> {
  const where = withoutPassword(url);
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: SESSIONS,
      connect_timeout: 10,
      onnotice: () => undefined,
      connection: { search_path: '"$user", public, extensions' },
      types: {
        // The driver's serializer writes every word but `true` as false.
        boolean: { to: BOOLEAN, from: [BOOLEAN], serialize: String, parse: (text: string) => text === 't' },
        jsonb: { to: JSONB, from: [JSONB], serialize: jsonbText, parse: (text: string) => JSON.parse(text) },
        timestamp: { to: TIMESTAMP, from: [TIMESTAMP], serialize: String, parse: isoTimestamp },
        timestamptz: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: String, parse: isoTimestamp },
      },
    },
  });
  const sql = connection.driver;
  const on = (session: Pick<typeof sql, 'unsafe'>): Statements => ({
    exec: async (text) => {
      await session.unsafe(text).simple();
    },
    query: async <T>(text: string, params: readonly unknown[] = []) => {
      const rows: unknown = await session.unsafe(text, [...params] as never[]);
      return [...(rows as T[])];
    },
  });
  const statements = on(sql);
  try {
    await statements.query('select 1');
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw new StartFailure(`Cannot reach PostgreSQL at ${where}: ${messageOf(error)}`);
  }

  return {
    driver: 'postgres',
    connection,
    ...statements,
    serialise: (work) => work(),
    transaction: async <T>(work: (tx: Statements) => Promise<T>) =>
      (await sql.begin((tx) => work(on(tx)))) as T,
    listen: async (channel, onPayload) => {
      const { unlisten } = await sql.listen(channel, onPayload);
      return unlisten;
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

/**
 * The library passes user metadata as JSON text; serializing it again would store a JSON string (FACTS, fault 9).
 * So a text that is valid JSON is passed unchanged, as on PGlite.
 */
function jsonbText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(value);
  }
}

function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    throw new StartFailure('DATABASE_URL is not a URL like postgres://user:password@host:5432/name');
  }
}
