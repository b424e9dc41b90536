/** `npm run schema`: writes supabase/schema.sql, the readable result of all migrations. Needs PostgreSQL. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../supabase/embedded/database/open.ts';
import { prepareDatabase } from '../supabase/embedded/prepare.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { schemaText } from './schema-text.ts';

async function main(): Promise<void> {
  const cluster = await startPostgres();
  try {
    const db = await openDatabase({ driver: 'postgres', url: await cluster.createDatabase() });
    try {
      await prepareDatabase(db, {
        migrationsDir: fileURLToPath(new URL('../supabase/migrations', import.meta.url)),
      });
      writeFileSync(new URL('../supabase/schema.sql', import.meta.url), await schemaText(db));
    } finally {
      await db.close();
    }
  } finally {
    await cluster.stop();
  }
}

await main();
