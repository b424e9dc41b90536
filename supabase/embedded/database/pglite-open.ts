import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { BOOLEAN, DATE, isoTimestamp, momentText, TIMESTAMP, TIMESTAMPTZ } from './types.ts';

/** Session settings of hosted Supabase: functions and operators of extensions are found without their schema. */
const SESSION = `set search_path = "$user", public, extensions; set timezone = 'UTC'`;

/** Opens PGlite in the current thread. Throws PGlite's errors. */
export async function openInThisThread(options: {
  dataDir?: string | undefined;
  loadDataDir?: Blob | undefined;
}): Promise<PgliteConnection> {
  const connection = await createPgliteConnection({
    ...(options.dataDir === undefined ? {} : { url: options.dataDir }),
    pgliteOptions: {
      // pgcrypto is loaded by the connection.
      extensions: { unaccent, pg_trgm, uuid_ossp },
      parsers: { [TIMESTAMP]: isoTimestamp, [TIMESTAMPTZ]: isoTimestamp },
      // Passed as text: PostgreSQL parses words for booleans and refuses numbers as timestamps.
      serializers: {
        [BOOLEAN]: String,
        [DATE]: momentText,
        [TIMESTAMP]: momentText,
        [TIMESTAMPTZ]: momentText,
      },
      // A write must be on disk before its response is sent, so that kill -9 loses nothing acknowledged.
      relaxedDurability: false,
      ...(options.loadDataDir === undefined ? {} : { loadDataDir: options.loadDataDir }),
    },
  });
  await connection.driver.waitReady;
  await connection.driver.exec(SESSION);
  return connection;
}
