import type { authLimiter } from './auth-limits.ts';
import type { AccountMails } from './auth-mails.ts';
import type { Database } from './database.ts';
import type { Keys } from './keys.ts';

export interface AuthRequest {
  url: URL;
  /** Decoded like the router behind does: '%76erify' is 'verify'. */
  path: string;
  method: string;
  /** Fields of the body when it is a JSON object, otherwise empty. */
  fields: Readonly<Record<string, unknown>>;
  authorization: string | null;
  address: string;
  redirectTo: string | undefined;
}

/** Passes the request to the library, optionally with another body. */
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

/** `body`: the request's body as text, because its stream was already read (auth-body.ts). */
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
