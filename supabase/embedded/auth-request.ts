import type { authLimiter } from './auth-limits.ts';
import type { AccountMails } from './auth-mails.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';

export interface AuthRequest {
  url: URL;
  /** Decoded, as the router behind reads it: it takes '%76erify' for 'verify'. */
  path: string;
  method: string;
  /** What the body holds, if it is a JSON object. */
  fields: Readonly<Record<string, unknown>>;
  authorization: string | null;
  address: string;
  redirectTo: string | undefined;
}

/** Hands a request to the library, with another body than it came with. */
export type Next = (body?: string) => Promise<Response>;

export interface AuthContext {
  database: Database;
  keys: Keys;
  mails: AccountMails;
  siteUrl: string;
  /** Whether a new account has to open its confirmation mail first. */
  confirmations: boolean;
  guess: ReturnType<typeof authLimiter>['guess'];
}

/** `body`: what is left of the request's after it was read (auth-body.ts). */
export function authRequest(
  request: Request,
  body: string,
  { address, redirectTo }: Pick<AuthRequest, 'address' | 'redirectTo'>,
): AuthRequest {
  const url = new URL(request.url);
  return {
    ...{ url, path: decoded(url.pathname), method: request.method, fields: fieldsOf(body) },
    ...{ authorization: request.headers.get('authorization'), address, redirectTo },
  };
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
