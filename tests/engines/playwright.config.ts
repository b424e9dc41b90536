/**
 * `npm run test:engines`. Playwright only runs and reports the tests: it cannot drive these
 * browsers.
 */
import { defineConfig } from '@playwright/test';
import { TEST_LIMIT, WAIT_LIMIT } from '../support/limits';
import { INSTALL, missingEngines } from './installed';

const ENGINES = ['firefox', 'webkit'] as const;

const missing = missingEngines();
for (const engine of missing)
  console.warn(`Not tested, since it is not installed: ${engine}. ${INSTALL[engine]}`);
// CI must not be green for tests that it skipped.
if (missing.length === ENGINES.length || (process.env.CI && missing.length > 0)) {
  throw new Error(`Missing: ${missing.map((engine) => `${engine} (${INSTALL[engine]})`).join('; ')}`);
}

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results/engines',
  workers: 1,
  timeout: TEST_LIMIT,
  expect: { timeout: WAIT_LIMIT },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  projects: ENGINES.filter((engine) => !missing.includes(engine)).map((name) => ({ name })),
});
