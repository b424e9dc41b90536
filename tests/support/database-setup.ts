import { openDatabase } from '../../supabase/embedded/database.ts';
import { prepareDatabase } from '../../supabase/embedded/prepare.ts';
import { migrationsDir } from './migrations-dir.ts';
import { startTemplates } from './postgres-template.ts';

/** Migrates the databases that the tests copy theirs from. Returns how to clear up. */
export default function setup(): Promise<() => Promise<void>> {
  return startTemplates(async (url) => {
    const database = await openDatabase({ driver: 'postgres', url });
    await prepareDatabase(database, { migrationsDir });
    await database.close();
    return { url };
  });
}
