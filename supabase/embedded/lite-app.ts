import { App, setExperimental } from '@supabase/lite';
import type { AccountMails } from './auth-mails.ts';
import type { Database } from './database.ts';
import { isSqlError } from './errors.ts';
import type { Keys } from './keys.ts';
import type { Mailbox } from './mailbox.ts';
import { requestContext } from './request-context.ts';
import { startRequests } from './request-start.ts';
import { storageAdapter } from './storage-adapter.ts';
import type { StorageFiles } from './storage-files.ts';

/** Upper bound for any upload, independent of its bucket's limit. */
export const MAX_UPLOAD = 20 * 1024 * 1024;

export interface LiteOptions {
  database: Database;
  keys: Keys;
  mailbox: Mailbox;
  mails: AccountMails;
  files: StorageFiles;
  siteUrl: string;
  /** Addresses besides `siteUrl` that mails and sign-ins may lead to; `**` matches anything. */
  redirectUrls: readonly string[];
  /** Whether a new account has to open its confirmation mail first. */
  confirmations: boolean;
  /** Timeout of statements in milliseconds; absent: the database's setting for the role. */
  statementLimit?: number | undefined;
}

/** REST, Auth and Storage of @supabase/lite on a prepared database. */
export async function createLiteApp(options: LiteOptions): Promise<App> {
  const { database, keys } = options;
  // Storage needs the library's experimental flag, whose warning is suppressed.
  setExperimental('storage', true);
  const app = new App({
    connection: database.connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: options.siteUrl,
      additional_redirect_urls: [...options.redirectUrls],
      email: { enable_confirmations: options.confirmations, double_confirm_changes: true },
    },
    storage: { enabled: true, file_size_limit: `${MAX_UPLOAD / 1024 / 1024}MiB` },
    api: { schemas: ['public'], max_rows: 1000 },
    studio: { enabled: false },
    options: { drivers: { email: options.mailbox } },
  });
  app._mailer = options.mails;
  app._storageAdapter = storageAdapter(options.files);
  await quietly(() => app.init());
  keepGrants(database.connection);
  observeErrors(database.connection);
  undoFailures(database.connection);
  await startRequests(database, options.statementLimit);
  return app;
}

/** Prevents the library's first request from running GRANT ALL on tables with policies, which undoes REVOKEs (FACTS, fault 2). */
function keepGrants(connection: Database['connection']): void {
  Reflect.set(connection, 'rlsState', 'active');
}

function observeErrors(connection: Database['connection']): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const context = requestContext.getStore();
    if (context) context.sqlError = error;
    const normal = normalize(error);
    // The library logs errors with their stack, but a refusal by a policy is normal.
    if (normal instanceof Error) {
      const line = isSqlError(normal) ? `${normal.code} ${normal.message}` : normal.message;
      Object.defineProperty(normal, Symbol.for('nodejs.util.inspect.custom'), {
        configurable: true,
        value: () => line,
      });
    }
    return normal;
  };
}

class Undone extends Error {
  constructor(readonly response: Response) {
    super('undone');
  }
}

/** Rolls back when the response is an error, like PostgREST; the library would have committed before. */
function undoFailures(connection: Database['connection']): void {
  const withContext = connection.withContext.bind(connection);
  connection.withContext = async <T>(
    ...[vars, work, opts]: Parameters<typeof withContext<T>>
  ): Promise<T> => {
    const beforeCommit = requestContext.getStore()?.beforeCommit;
    if (beforeCommit === undefined) return withContext(vars, work, opts);
    try {
      return await withContext<T>(
        vars,
        async (db) => {
          const result: unknown = await work(db);
          if (!(result instanceof Response)) return result as T;
          const response = await beforeCommit(result);
          if (!response.ok) throw new Undone(response);
          return response as T;
        },
        opts,
      );
    } catch (error) {
      if (error instanceof Undone) return error.response as T;
      throw error;
    }
  };
}

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const warn = console.warn;
  console.warn = () => undefined;
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
