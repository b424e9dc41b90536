import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { BOOLEAN, DATE, isoTimestamp, momentText, TIMESTAMP, TIMESTAMPTZ } from './types.ts';

/** Hosted Supabase's: functions and operators of extensions are found without their schema. */
const SESSION = `set search_path = "$user", public, extensions; set timezone = 'UTC'`;

/** Opens PGlite in this thread. Throws what PGlite throws. */
export async function openInThisThread(options: {
  dataDir?: string | undefined;
  loadDataDir?: Blob | undefined;
}): Promise<PgliteConnection> {
  const connection = await createPgliteConnection({
    ...(options.dataDir === undefined ? {} : { url: options.dataDir }),
    pgliteOptions: {
      // pgcrypto is loaded by the connection itself.
      extensions: { unaccent, pg_trgm, uuid_ossp },
      parsers: { [TIMESTAMP]: isoTimestamp, [TIMESTAMPTZ]: isoTimestamp },
      // PostgreSQL itself reads words for yes and no, and refuses numbers for moments.
      serializers: {
        [BOOLEAN]: String,
        [DATE]: momentText,
        [TIMESTAMP]: momentText,
        [TIMESTAMPTZ]: momentText,
      },
      // The answer to a write must not leave before the write has: kill -9 then loses nothing acknowledged.
      relaxedDurability: false,
      ...(options.loadDataDir === undefined ? {} : { loadDataDir: options.loadDataDir }),
    },
  });
  await connection.driver.waitReady;
  await connection.driver.exec(SESSION);
  return connection;
}
