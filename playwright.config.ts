import { defineConfig } from '@playwright/test';
import { chromiumOptions, DESKTOP, PHONE } from './tests/support/chromium';

/** `npm run test:full`. `npm test` is a bounded set: the main path of every screen. */
const full = process.env.TEST_FULL === '1';

/** Variations of paths that the bounded set walks already; single tests carry the tag @full. */
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
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumOptions('headless-shell'),
    // Fetching and storing the whole app costs each new browser about a second: tests that need it ask for it (@worker).
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'phone', use: { ...PHONE } },
    // Once more on a large screen: what looks or works differently there.
    {
      name: 'desktop',
      use: { ...DESKTOP },
      grep: /@desktop/,
      ...(!full && { testMatch: DESKTOP_MAIN }),
    },
  ],
});
