import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressLimits } from './address-limits.ts';
import type { AuthLimits } from './auth-limits.ts';

/** Serves what is no path of the backend, such as vite's middleware does while developing. */
export type Fallback = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface ServerOptions {
  /** 0 takes any free one. */
  port: number;
  /** Address to listen on; only this computer unless said otherwise. */
  host?: string;
  /** Absent: everything in memory and gone at `close`. */
  dataDir?: string;
  /** In memory only: what the database begins with, as its `dump` gave it. */
  begins?: Blob;
  /** PostgreSQL instead of PGlite; files stay in `dataDir`. */
  databaseUrl?: string;
  /** The built app. Absent: nothing but the backend is served. */
  staticDir?: string;
  /**
   * Prerendered pages: drawn from the data of the moment by the app built for Node (a file's path), or 'none': the
   * shell for every page. Absent: as the build left them.
   */
  pages?: { renderer: string } | 'none';
  seed: 'demo' | 'none';
  /** Whether demo accounts, whose passwords are public, may be reached from other computers. */
  demoOnNetwork?: boolean;
  /** Whether a new account must open its mail first. Off by default. */
  confirmations?: boolean;
  migrationsDir?: string;
  functionsDir?: string;
  /** What functions find in Deno.env besides Supabase's own. */
  secrets?: Record<string, string>;
  /** Milliseconds that one call of a function may take. */
  functionTimeLimit?: number;
  /** Milliseconds between looks at the push queue, where the secrets hold FCM's key. */
  pushInterval?: number;
  /** Where people reach the app, if not at this server's own address: mails lead there. */
  siteUrl?: string;
  /** Origins besides our own that pages may talk to, such as a hosted Supabase the app was built for. */
  connect?: readonly string[];
  /** Whether channels without `private` may be joined and spoken on, as hosted Supabase's setting says. Off by default. */
  publicChannels?: boolean;
  limits?: Partial<AuthLimits>;
  /** How much of the server one address may keep busy; `NO_ADDRESS_LIMITS` where many phones share one. */
  addressLimits?: Partial<AddressLimits>;
  /**
   * Milliseconds that a statement of a request may run. Absent: as long as the database says of its role
   * (supabase/migrations), or, on PGlite, ten seconds.
   */
  statementLimit?: number;
  /** No mail links on the terminal. */
  quiet?: boolean;
  fallback?: (server: Server) => Promise<Fallback>;
}
