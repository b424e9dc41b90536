/**
 * Runs the server under load in a separate process. Arguments: data folder, number of teachers,
 * number of students, URL.
 */
import { seedLoad } from '../../scripts/seed-load.ts';
import { NO_ADDRESS_LIMITS } from '../../supabase/embedded/address-limits.ts';
import { startServer } from '../../supabase/embedded/server.ts';
import type { Order, Ready, Reply } from './server.ts';
import { addStudents } from './students.ts';

const [dataDir = '', teachers, students, databaseUrl] = process.argv.slice(2);

const { url, publishableKey, database } = await startServer({
  port: 0,
  dataDir,
  ...(databaseUrl ? { databaseUrl } : {}),
  seed: 'none',
  quiet: true,
  addressLimits: NO_ADDRESS_LIMITS,
});
await seedLoad(database, Number(teachers));
await addStudents(database, Number(students));
await database.exec('analyze');

process.on('message', ({ id, sql, params }: Order) => {
  database.query(sql, params).then(
    (rows) => process.send?.({ id, rows } satisfies Reply),
    (error: unknown) => process.send?.({ id, error: String(error) } satisfies Reply),
  );
});
// The parent process is gone.
process.on('disconnect', () => process.exit());
process.send?.({ url, publishableKey } satisfies Ready);
