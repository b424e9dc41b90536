import { join } from 'node:path';
import { CACHE } from '../../e2e/support/seeded-data';
import { bundleServer } from '../../e2e/support/server-bundle';
import { hasChromium } from '../../support/chromium';
import { presentBuild } from '../../support/present-build';
import { keptReleases } from './kept';

/** Builds the app once, and bundles the servers' program. */
export default async function globalSetup(): Promise<void> {
  if (keptReleases().length === 0) return;
  if (!hasChromium()) throw new Error('There is no browser here: npm test -- upgrade fetches one');
  // The cost of hashing a password is no subject here: see vite.config.ts.
  process.env.LITE_AUTH_BCRYPT_COST = '4';
  await presentBuild();
  await bundleServer(join(CACHE, 'servers'));
}
