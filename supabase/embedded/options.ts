import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import type { AddressLimits } from './address-limits.ts';
import type { AuthLimits } from './auth-limits.ts';

/** Serves paths that the backend does not, such as vite's middleware in development. */
export type Fallback = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Answers a request; the environment is @hono/node-server's. */
export type Handle = (
  request: Request,
  environment: HttpBindings | Http2Bindings,
) => Response | Promise<Response>;

export interface ServerOptions {
  /** 0 takes any free port. */
  port: number;
  /** Address to listen on; by default only this computer can connect. */
  host?: string;
  /** Absent: all data are in memory and lost at `close`. */
  dataDir?: string;
  /** In memory only: initial data from another database's `dump`. */
  begins?: Blob;
  /** PostgreSQL instead of PGlite; files stay in `dataDir`. */
  databaseUrl?: string;
  /** The built app. Absent: only the backend is served. */
  staticDir?: string;
  /**
   * Prerendered pages: rendered from the current data by the app built for Node (a file's path), or 'none': the shell for
   * every page. Absent: the files of the build.
   */
  pages?: { renderer: string } | 'none';
  seed: 'demo' | 'none';
  /** Whether the demo data have lessons, requests and proposals around the present day. */
  demoAlive?: boolean;
  /** Whether demo accounts, whose passwords are public, may be reachable from other computers. */
  demoOnNetwork?: boolean;
  /** Whether a new account must confirm its e-mail first. Off by default. */
  confirmations?: boolean;
  migrationsDir?: string;
  functionsDir?: string;
  /** Variables of Deno.env in functions besides Supabase's own. */
  secrets?: Record<string, string>;
  /** Timeout of one call of a function in milliseconds. */
  functionTimeLimit?: number;
  /** Milliseconds between checks of the push queue; used when the secrets contain FCM's key. */
  pushInterval?: number;
  /** Milliseconds between looks whether the search file has to be written. Absent: none is written. */
  searchFileInterval?: number;
  /** Public address of the app for links in mails, if not this server's address. */
  siteUrl?: string;
  /** Origins besides our own that pages may connect to, such as the hosted Supabase that the app was built for. */
  connect?: readonly string[];
  /** Whether channels without `private` may be joined and used, like hosted Supabase's setting. Off by default. */
  publicChannels?: boolean;
  limits?: Partial<AuthLimits>;
  /** Limits on the work of one client address; `NO_ADDRESS_LIMITS` where many phones share one. */
  addressLimits?: Partial<AddressLimits>;
  /**
   * Timeout of a request's statements in milliseconds. Absent: the database's setting for the role
   * (supabase/migrations), or ten seconds on PGlite.
   */
  statementLimit?: number;
  /** Prints no mail links on the terminal. */
  quiet?: boolean;
  fallback?: (server: Server) => Promise<Fallback>;
  /** Wraps the answers to all requests: tests record what phones ask. */
  around?: (handle: Handle) => Handle;
}
