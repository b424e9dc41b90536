import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../../scripts/build-once';
import { fill, TEMPLATE, type Template } from '../e2e/support/seeded-data';
import { findPostgres, startPostgres } from './postgres';

/** Builds the app once, and fills one database that the tests' servers are copied from. Returns how to clear up. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureBuild();
  if (!findPostgres().found) return async () => undefined;
  const cluster = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'danceflix-template-'));
  const url = await cluster.createDatabase();
  await fill({ dataDir: folder, databaseUrl: url, seed: 'demo' });
  process.env[TEMPLATE] = JSON.stringify({ folder, url } satisfies Template);
  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
