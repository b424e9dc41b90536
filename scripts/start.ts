import { fileURLToPath } from 'node:url';
import { main } from '../supabase/embedded/main.ts';
import { buildOnce } from './build-once.ts';

/** `npm start`: the whole product on one port. */
if (!buildOnce(fileURLToPath(new URL('..', import.meta.url)))) {
  console.error('The app could not be built; see above.');
  process.exit(1);
}
await main();
