/**
 * How long the migrations after a kept release keep people from a table that holds 100,000 rows. Measured and said, not
 * asserted: more than three seconds is a reason to write a migration in another way.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationFiles } from '../../scripts/release/frozen-migrations';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database } from '../../supabase/embedded/database.ts';
import { findPostgres, startPostgres } from '../support/postgres';
import { enlarge } from './support/enlarge';
import { keptReleases, recordOf } from './support/kept';
import { migrateToTree, restoreRelease } from './support/kept-database';
import { LockTimes } from './support/lock-times';

const isFull = process.env.TEST_FULL === '1';
/** Milliseconds that nobody should wait for longer. */
const LONGEST = 3_000;

describe.runIf(findPostgres().found)('Locks of migrations', () => {
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  let database: Database;
  let watcher: Database;
  const open = async () => {
    const url = await cluster.createDatabase();
    database = await openDatabase({ driver: 'postgres', url });
    watcher = await openDatabase({ driver: 'postgres', url });
  };
  const close = async () => {
    await watcher.close();
    await database.close();
  };
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  it('are seen by table while a session holds them, and forgotten after', async () => {
    await open();
    await database.exec(
      'create schema app; create schema auth; create schema storage; create table public.held (id int)',
    );
    const times = new LockTimes(watcher);
    await database.transaction(async (tx) => {
      await tx.exec('alter table public.held add column more int; create table public.made (id int)');
      while ((times.found.get('held') ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    expect([...(await times.stop()).keys()]).toEqual(['held']);
    await close();
  });

  describe.each(keptReleases())('after $version', (release) => {
    it('are measured on large tables', async () => {
      await open();
      const dump = await restoreRelease(database, release);
      const isNewer = migrationFiles().some((name) => !recordOf(release).migrations.includes(name));
      const rows = isFull && isNewer ? 100_000 : 300;
      const grown = await enlarge(database, rows);
      expect(grown.size).toBeGreaterThan(40);
      const times = new LockTimes(watcher);
      const applied = await migrateToTree(database, dump);
      const held = [...(await times.stop())].sort(([, one], [, other]) => other - one).slice(0, 5);
      const said = held.map(
        ([table, time]) => `${table} ${Math.round(time)} ms${time > LONGEST ? ' TOO LONG' : ''}`,
      );
      console.info(
        `${release.version}: ${applied.length} migrations over ${rows} rows in ${grown.size} tables: ${said.join(', ') || 'no lock'}`,
      );
      await close();
    });
  });
});
