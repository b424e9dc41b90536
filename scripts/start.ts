/** `npm start`: the whole product on one port, built first if its sources have changed. */
import { main } from '../supabase/embedded/main';
import { ensureBuild } from './build-once';

try {
  await ensureBuild((line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await main();
