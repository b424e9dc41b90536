/** Passes the door of requests (`door.before_request`) before statements, as PostgREST does before each request. */
import type { Statements } from '../../supabase/embedded/database.ts';

export interface Asked {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As PostgREST sees it: `/teachers`, `/rpc/pull_changes`. */
  path: string;
}

const WRITES = { 'insert into': 'POST', update: 'PATCH', 'delete from': 'DELETE' } as const;

/**
 * The request that would run this statement: of the first table or procedure that it names with its schema. Null for
 * what passes no door: settings, and statements of Storage, Auth and Realtime.
 */
export function requestOf(sql: string): Asked | null {
  const [, before = '', schema, name, bracket] =
    /(?:\b(insert into|update|delete from)\s+)?\b(public|storage|auth|realtime)\."?(\w+)"?\s*(\()?/i.exec(
      sql,
    ) ?? [];
  if (schema?.toLowerCase() !== 'public') return null;
  const write = Object.entries(WRITES).find(
    ([verb]) => verb === before.toLowerCase().replace(/\s+/, ' '),
  )?.[1];
  if (write !== undefined) return { method: write, path: `/${name}` };
  return bracket === undefined
    ? { method: 'GET', path: `/${name}` }
    : { method: 'POST', path: `/rpc/${name}` };
}

/** The door's question for this request; for a transaction that has its role and claims. */
export const asking = ({ method, path }: { method: string; path: string }) =>
  `select set_config('request.method', '${method}', true), set_config('request.path', '${path}', true),
    door.before_request()`;

/** Statements of which each passes the door, unless it belongs to the same request as the one before. */
export function throughDoor(tx: Statements): Statements {
  let passed = '';
  const pass = async (sql: string) => {
    const asked = requestOf(sql);
    // Another person's request.
    if (sql.includes('request.jwt.claims')) passed = '';
    if (asked === null || passed === `${asked.method} ${asked.path}`) return;
    await tx.query(asking(asked));
    passed = `${asked.method} ${asked.path}`;
  };
  return {
    exec: async (sql) => {
      await pass(sql);
      await tx.exec(sql);
    },
    query: async (sql, params) => {
      await pass(sql);
      return tx.query(sql, params);
    },
  };
}
