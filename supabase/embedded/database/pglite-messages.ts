/** What the server and the thread of its database say to each other. */
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

/** PGlite's own, as far as it is used. */
export interface Rows {
  rows: unknown[];
  affectedRows?: number | undefined;
}

export type Message =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; rows: Rows }
  | { kind: 'failed'; id: number; error: Failure; isBroken: boolean }
  | { kind: 'notified'; channel: string; payload: string };

/** An error's own fields: an Error that is sent loses them. */
export interface Failure {
  message: string;
  [field: string]: unknown;
}
