import { defineConfig } from '@playwright/test';
import { chromiumOptions, DESKTOP, PHONE } from './tests/support/chromium';

/** What looks the same at every width is shown once, on the phone. */
const NOT_ABOUT_WIDTH = /(startup|install|update|offline-pages|own-)[^/]*\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { browserName: 'chromium', launchOptions: chromiumOptions(), serviceWorkers: 'allow' },
  projects: [
    { name: 'phone', use: { ...PHONE } },
    { name: 'desktop', use: { ...DESKTOP }, testIgnore: NOT_ABOUT_WIDTH },
  ],
});
