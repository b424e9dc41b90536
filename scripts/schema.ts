/** `npm run schema`: writes supabase/schema.sql, the readable result of all migrations, in PGlite's words: versions differ in them. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../supabase/embedded/database/open.ts';
import { prepareDatabase } from '../supabase/embedded/prepare.ts';
import { schemaText } from './schema-text.ts';

const db = await openDatabase({ driver: 'pglite' });
try {
  await prepareDatabase(db, {
    migrationsDir: fileURLToPath(new URL('../supabase/migrations', import.meta.url)),
  });
  writeFileSync(new URL('../supabase/schema.sql', import.meta.url), await schemaText(db));
} finally {
  await db.close();
}
