import { defineConfig } from '@playwright/test';
import { chromiumOptions, DESKTOP, PHONE } from './tests/support/chromium';
import { TEST_LIMIT, WAIT_LIMIT } from './tests/support/limits';

/** True for `npm run test:full`; `npm test` runs only the main path of every screen. */
const full = process.env.TEST_FULL === '1';

/** Specs left out of the bounded set: variations of paths that it already covers. Single tests are left out by the tag @full. */
const FULL_ONLY = [
  'account-accessibility',
  'account-guards-own',
  'account-privacy',
  'account-recover-links',
  'account-recover-traces',
  'account-register-confirm',
  'account-register-fields',
  'account-register-form',
  'account-register-resume',
  'areas-guards',
  'audiences',
  'cards',
  'double-taps',
  'killed',
  'language',
  'leads-people',
  'leads-results',
  'own-failures',
  'reference-lists',
  'search-sources',
  'self-tests',
  'storage-faults',
].map((name) => `**/${name}.spec.ts`);

const DESKTOP_MAIN = /\/(search-filters|layout)\.spec/;

export default defineConfig({
  testIgnore: full ? [] : FULL_ONLY,
  ...(!full && { grepInvert: /@full/ }),
  testDir: 'tests/e2e',
  globalSetup: './tests/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  // As many as CI has cores: a third one takes as long in all, and lets every test wait longer.
  workers: 2,
  retries: 0,
  // Both end tests that hang. A busy machine must not reach them: nothing may wait by a shorter clock of its own.
  timeout: TEST_LIMIT,
  expect: { timeout: WAIT_LIMIT },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumOptions('headless-shell'),
    // Precaching the whole app costs each new browser about a second: tests that need the worker enable it (@worker).
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'phone', use: { ...PHONE } },
    // Runs the tests of layouts and behaviour that differ on a large screen.
    {
      name: 'desktop',
      use: { ...DESKTOP },
      grep: /@desktop/,
      ...(!full && { testMatch: DESKTOP_MAIN }),
    },
  ],
});
