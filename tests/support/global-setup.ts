import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { CACHE, fill } from '../e2e/support/seeded-data';
import { bundleServer } from '../e2e/support/server-bundle';
import { hasChromium } from './chromium';
import { startTemplates } from './postgres-template';
import { presentBuild } from './present-build';

/**
 * Builds the app once, and fills the databases that the tests' servers copy. Returns the clean-up.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (!hasChromium()) throw new Error('There is no browser here: npm test -- e2e fetches one');
  // Lowers the cost of passwords, because servers are started by the hundred and people sign in to
  // them: see vite.config.ts.
  process.env.LITE_AUTH_BCRYPT_COST = '4';
  await presentBuild();
  await bundleServer(join(CACHE, 'servers'));
  const folder = await mkdtemp(join(tmpdir(), 'danceflix-templates-'));
  const stop = await startTemplates(async (cluster) => {
    const url = await cluster.createDatabase();
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await fill({ dataDir, databaseUrl: url, seed: 'demo' });
    return { url, folder: dataDir };
  }, workers);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}
