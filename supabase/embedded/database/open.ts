import type { Database } from '../database.ts';
import type { PgliteOptions } from './pglite.ts';

export type DatabaseOptions = ({ driver: 'pglite' } & PgliteOptions) | { driver: 'postgres'; url: string };

/** Each driver is loaded only when asked for: PGlite alone costs some 100 MB. Throws StartFailure. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.driver === 'pglite') {
    const { openPglite } = await import('./pglite.ts');
    return openPglite(options);
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(options.url);
}
