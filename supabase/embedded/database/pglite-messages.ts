/** Messages between the server and the thread of its database. */
export type Question =
  | { kind: 'exec'; sql: string }
  | { kind: 'query'; sql: string; params: readonly unknown[] }
  | { kind: 'listen'; channel: string }
  | { kind: 'unlisten'; channel: string }
  | { kind: 'close' };

export interface Asked {
  id: number;
  question: Question;
}

/** The used part of PGlite's results. */
export interface Rows {
  rows: unknown[];
  affectedRows?: number | undefined;
}

export type Message =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; rows: Rows }
  | { kind: 'failed'; id: number; error: Failure; isBroken: boolean }
  | { kind: 'notified'; channel: string; payload: string };

/** Own fields of an error, because sending an Error between threads loses them. */
export interface Failure {
  message: string;
  [field: string]: unknown;
}
