import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder in which `npm run postgres:17` installs. */
export const FOLDER = fileURLToPath(new URL('../../.cache/postgres-17', import.meta.url));

/**
 * The programs of PostgreSQL 17, which new hosted projects run; null unless requested. `npm run
 * test:full` requests them, and a missing one is then an error.
 */
export function otherPostgres(): string | null {
  if (!process.env.TEST_FULL) return null;
  const programs = `${FOLDER}/native/bin`;
  if (!existsSync(programs)) throw new Error('PostgreSQL 17 is missing: npm run postgres:17');
  return programs;
}
