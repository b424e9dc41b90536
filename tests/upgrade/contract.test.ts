/** This tree answers what phones of every kept release ask: by its database, and by the answers that were recorded. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import { prepareDatabase } from '../../supabase/embedded/prepare.ts';
import { migrationsDir } from '../support/migrations-dir';
import { preparedDump } from '../support/pglite-dump';
import { brokenBy, type Contract, misreadBy, readFacts } from './support/contract';
import { recordedIn } from './support/exchange';
import { FILES, keptReleases, whyNone } from './support/kept';
import { presentMigrations } from './support/kept-database';
import { unpackJson } from './support/pack';

/** The requests that the browser tests before this stage have recorded. */
const RECORDED = process.env.RECORD_CONTRACT || 'test-results/contract';
const releases = keptReleases();

if (releases.length === 0) {
  it('no release is kept, which is right before 1.0.0 only', () => {
    console.info(whyNone());
  });
}

describe.each(releases)('The contract of $version', ({ version, folder }) => {
  const contract = unpackJson(join(folder, FILES.contract)) as Contract;

  it('asks for something', () => {
    expect(contract.exchanges.length).toBeGreaterThan(10);
  });

  it('is kept by the database', async () => {
    const db = await openDatabase({ driver: 'pglite', loadDataDir: await preparedDump(migrationsDir) });
    try {
      // Applies a planted fault, if there is one.
      await prepareDatabase(db, { migrationsDir: presentMigrations() });
      expect(brokenBy(contract, await readFacts(db))).toEqual([]);
    } finally {
      await db.close();
    }
  });

  it('is kept by the answers that this tree’s browser tests were given', () => {
    const recorded = existsSync(RECORDED) ? recordedIn(RECORDED) : [];
    const { faults, compared } = misreadBy(contract, recorded);
    console.info(`${version}: ${compared} of ${contract.exchanges.length} answers compared`);
    expect(faults).toEqual([]);
  });
});
