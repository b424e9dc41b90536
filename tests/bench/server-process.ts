/**
 * The child process of server.ts. Its arguments: the folder of the built app, and the app built for
 * Node, if any.
 */
import { seedLoad } from '../../scripts/seed-load.ts';
import { NO_ADDRESS_LIMITS } from '../../supabase/embedded/address-limits.ts';
import { startServer } from '../../supabase/embedded/server.ts';
import { letRivalsRunWasm } from './rivals-wasm.ts';
import type { Order, Ready, Reply } from './server.ts';

letRivalsRunWasm();

const [staticDir = 'dist', renderer] = process.argv.slice(2);
const { url, secretKey, database } = await startServer({
  port: 0,
  staticDir,
  // Without a renderer the shell is served for every page: the build's prerendered pages hold the
  // demo's teachers.
  pages: renderer ? { renderer } : 'none',
  seed: 'none',
  quiet: true,
  addressLimits: NO_ADDRESS_LIMITS,
});

async function carryOut(order: Order): Promise<unknown> {
  if (order.kind === 'seed') return seedLoad(database, order.teachers);
  return database.query(order.sql, order.params);
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  carryOut(order).then(
    (value) => process.send?.({ id, value } satisfies Reply),
    (error: unknown) => process.send?.({ id, error: String(error) } satisfies Reply),
  );
});
// The parent process is gone.
process.on('disconnect', () => process.exit());
process.send?.({ url, secretKey } satisfies Ready);
