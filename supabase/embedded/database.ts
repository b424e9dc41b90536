import type { PgliteConnection } from '@supabase/lite/pglite';
import type { PostgresConnection } from '@supabase/lite/postgres';

/** Statements on one session. Pass arrays and objects as `JSON.stringify(x)` and cast them: `$1::text::jsonb`. */
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
   * Runs `work` alone on `connection`. PGlite is one session without a queue: a second request between another's BEGIN
   * and COMMIT would run with the other's role (FACTS, fault 1). On PostgreSQL every request has its own session, so
   * nothing waits. Not re-entrant: inside `work` use only `connection`, never `exec`, `query` or `transaction`.
   */
  serialise<T>(work: () => Promise<T>): Promise<T>;
  /** Calls `onPayload` for every committed NOTIFY. Resolves, once listening, to a function that stops. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** PGlite only: the whole data directory, for `loadDataDir`. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}
