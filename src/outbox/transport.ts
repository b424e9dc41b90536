/** Sends requests to the server, for pages and for the worker. */
import { env } from '@/lib/env';

/** The response to a request, not judged yet. */
export type Answer =
  | { kind: 'network' }
  | { kind: 'timeout' }
  | {
      kind: 'answer';
      status: number;
      /** Undefined when it is not JSON: a captive portal's page, a gateway's. */
      body: unknown;
      /** Milliseconds that the server asks to wait. */
      retryAfter: number | null;
    };

export interface Request {
  /** The path below the backend's origin. */
  path: string;
  body: Record<string, unknown>;
  /** Null for a visitor. */
  token: string | null;
  /** When a command was written, ISO 8601: of two phones' writes the later one counts (conflicts.ts). */
  at?: string | undefined;
}

/** Never rejects. */
export type Send = (request: Request, signal: AbortSignal) => Promise<Answer>;

/**
 * A visitor's request carries the public key as its token too; a person's command never comes here without the person's
 * token.
 */
export const send: Send = async ({ path, body, token, at }, signal) => {
  try {
    const response = await fetch(`${env.supabaseUrl}${path}`, {
      method: 'POST',
      cache: 'no-store',
      signal,
      headers: {
        apikey: env.supabaseAnonKey,
        authorization: `Bearer ${token ?? env.supabaseAnonKey}`,
        accept: 'application/json',
        'content-type': 'application/json',
        ...(at && { 'x-written-at': at }),
      },
      body: JSON.stringify(body),
    });
    return {
      kind: 'answer',
      status: response.status,
      body: parse(await response.text()),
      retryAfter: seconds(response.headers.get('retry-after')),
    } satisfies Answer;
  } catch {
    return signal.aborted ? { kind: 'timeout' } : { kind: 'network' };
  }
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function seconds(header: string | null): number | null {
  const value = Number(header ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value * 1_000 : null;
}
