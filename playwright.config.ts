import { defineConfig } from '@playwright/test';
import { chromiumOptions, DESKTOP, PHONE } from './tests/support/chromium';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { browserName: 'chromium', launchOptions: chromiumOptions(), serviceWorkers: 'allow' },
  projects: [
    { name: 'phone', use: { ...PHONE } },
    // Once more on a large screen: what looks or works differently there.
    { name: 'desktop', use: { ...DESKTOP }, grep: /@desktop/ },
  ],
});
