import type { PgliteConnection } from '@supabase/lite/pglite';
import type { PostgresConnection } from '@supabase/lite/postgres';

/** Statements on one session. Arrays and objects as parameters: pass `JSON.stringify(x)` and cast `$1::text::jsonb`. */
export interface Statements {
  /** Any number of statements without parameters. Outside a transaction they are one implicit transaction. */
  exec(sql: string): Promise<void>;
  query<T = Record<string, unknown>>(sql: string, params?: readonly unknown[]): Promise<T[]>;
}

export interface Database extends Statements {
  readonly driver: 'pglite' | 'postgres';
  readonly connection: PgliteConnection | PostgresConnection;
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
  /**
   * Keeps others away while `work` uses `connection` directly. PGlite is one session without a queue: a second
   * request between another's BEGIN and COMMIT would run with its role (FACTS, fault 1). On PostgreSQL every
   * request has a session of its own, so there is nothing to wait for. Not re-entrant: inside `work` only
   * `connection` may be used, never `exec`, `query` or `transaction` of this object.
   */
  serialise<T>(work: () => Promise<T>): Promise<T>;
  /** Calls back with the payload of every committed NOTIFY. Resolves, once listening, to how to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** PGlite only: the whole data directory, for `loadDataDir`. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}
