import { defineConfig } from '@playwright/test';
import { chromiumOptions, PHONE } from '../support/chromium';
import { TEST_LIMIT, WAIT_LIMIT } from '../support/limits';

/** The phones of kept releases, in a browser. Part of the stage `upgrade` (scripts/test.ts). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: '../../test-results/upgrade',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 2 * TEST_LIMIT,
  // A planted fault (faults/run.ts) is waited for in vain.
  expect: { timeout: Number(process.env.UPGRADE_PATIENCE ?? WAIT_LIMIT) },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../../test-results/upgrade.json' }]],
  use: { browserName: 'chromium', launchOptions: chromiumOptions('headless-shell'), ...PHONE },
});
