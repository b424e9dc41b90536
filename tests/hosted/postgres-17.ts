import { fetchedPostgres } from '../../scripts/set-up/postgres.ts';

/**
 * The programs of PostgreSQL 17, which new hosted projects run; null unless requested. `npm run
 * test:full` requests them, and a missing one is then an error.
 */
export function otherPostgres(): string | null {
  if (!process.env.TEST_FULL) return null;
  const programs = fetchedPostgres();
  if (!programs) throw new Error('PostgreSQL 17 is missing: npm run postgres:17');
  return programs;
}
