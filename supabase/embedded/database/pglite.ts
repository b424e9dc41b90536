import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';
import { createPgliteConnection } from '@supabase/lite/pglite';
import type { Database, Statements } from '../database.ts';
import { createMutex } from '../mutex.ts';
import { messageOf, StartFailure } from '../start-failure.ts';
import { BOOLEAN, DATE, isoTimestamp, momentText, TIMESTAMP, TIMESTAMPTZ } from './types.ts';

/** Hosted Supabase's: functions and operators of extensions are found without their schema. */
const SESSION = `set search_path = "$user", public, extensions; set timezone = 'UTC'`;

export async function openPglite(options: { dataDir?: string; loadDataDir?: Blob }): Promise<Database> {
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
  }).catch((error: unknown) => {
    throw new StartFailure(`Cannot open the data folder ${options.dataDir}: ${messageOf(error)}`);
  });
  const pglite = connection.driver;
  try {
    await pglite.waitReady;
    await pglite.exec(SESSION);
  } catch (error) {
    throw new StartFailure(`Cannot open the database in ${options.dataDir ?? 'memory'}: ${messageOf(error)}`);
  }

  const mutex = createMutex();
  /** Whatever went wrong inside, the one session is handed on outside of any transaction. */
  const serialise = <T>(work: () => Promise<T>) =>
    mutex(async () => {
      try {
        return await work();
      } finally {
        await pglite.exec('rollback');
      }
    });
  const statements: Statements = {
    exec: async (sql) => {
      await pglite.exec(sql);
    },
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      (await pglite.query<T>(sql, [...params])).rows,
  };
  let closed: Promise<void> | undefined;

  return {
    driver: 'pglite',
    connection,
    serialise,
    exec: (sql) => mutex(() => statements.exec(sql)),
    query: (sql, params) => mutex(() => statements.query(sql, params)),
    transaction: (work) =>
      mutex(() =>
        pglite.transaction((tx) =>
          work({
            exec: async (sql) => {
              await tx.exec(sql);
            },
            query: async <T>(sql: string, params: readonly unknown[] = []) =>
              (await tx.query<T>(sql, [...params])).rows,
          }),
        ),
      ),
    listen: (channel, onPayload) => mutex(() => pglite.listen(channel, onPayload)),
    dump: () => mutex(() => pglite.dumpDataDir('none')),
    close: () => {
      closed ??= mutex(() => connection.close());
      return closed;
    },
  };
}
