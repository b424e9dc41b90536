import { availableParallelism } from 'node:os';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../supabase/embedded/database/open.ts';
import { prepareDatabase } from '../../supabase/embedded/prepare.ts';
import { migrationsDir } from './migrations-dir.ts';
import { startTemplates } from './postgres-template.ts';

/** Migrates the databases that the tests copy, one for each process. Returns the clean-up. */
export default function setup({ config }: TestProject): Promise<() => Promise<void>> {
  return startTemplates(async (cluster) => {
    const url = await cluster.createDatabase();
    const database = await openDatabase({ driver: 'postgres', url });
    await prepareDatabase(database, { migrationsDir });
    await database.close();
    return { url };
  }, config.maxWorkers ?? availableParallelism());
}
