import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { adminOnlyFiles, type Chunk } from './scripts/build/admin-files.ts';
import { appShell } from './scripts/build/app-shell.ts';
import { coreFiles } from './scripts/build/core-files.ts';
import { noMingo } from './scripts/build/no-mingo.ts';
import { pacedPreload } from './scripts/build/paced-preload.ts';
import { packSmallFiles } from './scripts/build/packs.ts';
import { productionRouter } from './scripts/build/production-router.ts';
import { releaseVersion } from './scripts/build/release-facts.ts';
import { STYLES } from './scripts/build/styles.ts';
import { unusedChannels } from './scripts/build/unused-channels.ts';
import { clientEnv } from './scripts/client-env.ts';
import { mockingTests } from './scripts/mocking-tests.ts';
import { HOSTED } from './tests/hosted/database-tests.ts';
import { TEST_LIMIT, WAIT_LIMIT } from './tests/support/limits.ts';

const here = (path: string) => new URL(path, import.meta.url).pathname;

const UNIT = ['src', 'sw', 'scripts', 'tests/unit', 'tests/claims'];
/** Needed to open offline, and no parts of the build's. */
const FIRST = new Set(['app-shell.html', 'boot.js']);

/** For every project: what is not a browser test only talks to what it has started, and waits as long as it may. */
const EVERYWHERE = ['./tests/support/only-own-sockets.ts', './tests/support/patience.ts'];

const MOCKING = mockingTests(UNIT);

export default defineConfig({
  resolve: {
    // RxJS calls so its files for browsers that know classes, which are smaller.
    conditions: ['es2015', ...defaultClientConditions],
    alias: {
      '@': here('./src'),
      '@matching': here('./supabase/functions/_shared/matching'),
      '@pictures': here('./supabase/functions/_shared/pictures'),
      '@search-file': here('./supabase/functions/_shared/search-file'),
    },
  },
  css: { postcss: STYLES },
  worker: { format: 'es', plugins: () => [noMingo(), unusedChannels()] },
  plugins: [
    clientEnv(),
    releaseVersion(),
    react(),
    appShell(),
    noMingo(),
    unusedChannels(),
    pacedPreload(),
    productionRouter(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // Lazy chunks too: after one visit every route opens without a network.
        globPatterns: [
          'assets/**/*.{js,css,woff2,svg,webp}',
          'app-shell.html',
          'boot.js',
          'favicon.svg',
          'manifest.webmanifest',
          'icons/{icon-192,badge-96}.png',
        ],
        rollupFormat: 'iife',
        // The engine for browsers without module workers; all others run the worker's own copy.
        // Firebase is of no use without a network.
        globIgnores: ['assets/engine-*.js', 'assets/firebase-*.js'],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          async (entries) => {
            const built = await readFile(here('./dist/.vite/manifest.json'), 'utf8');
            const chunks = JSON.parse(built) as Record<string, Chunk>;
            const left = adminOnlyFiles(chunks);
            const forAll = entries.filter(({ url }) => !left.has(url));
            const core = coreFiles(chunks);
            // Icons and names are of use in notifications, or to install.
            const isLater = ({ url }: { url: string }) => !FIRST.has(url) && !core.has(url);
            const dist = here('./dist');
            const first = await packSmallFiles(
              dist,
              forAll.filter((entry) => !isLater(entry)),
            );
            const later = await packSmallFiles(dist, forAll.filter(isLater));
            return { manifest: [...first, ...later.map((entry) => ({ ...entry, later: true }))] };
          },
        ],
        maximumFileSizeToCacheInBytes: 1_500_000,
      },
    }),
  ],
  build: {
    target: 'es2022',
    // Put away by scripts/build.ts: nobody is served the sources.
    sourcemap: 'hidden',
    manifest: true,
    rolldownOptions: {
      output: {
        // The service worker and the first script name every file: each letter of a hash costs 0.4 kB there, and seven
        // tell two releases of one file apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Every file is a question to the worker at an offline start, and each link to one costs the main thread: what
        // the first screen needs are two, each a task of its own to evaluate; what follows it everywhere are two more.
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules.*\.[cm]?js$/, priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            {
              name: 'marks',
              test: /src\/(features\/favourites\/|reads\/own-rows|sync\/private-store|outbox\/overlay)/,
              priority: 1,
            },
            {
              name: 'session',
              test: /src\/auth\/(settle|confirmation|adopt|refresh|release)\.ts/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  test: {
    // By itself it leaves one core free, which on two is half of them.
    maxWorkers: '100%',
    // They sign in hundreds of times, and look at everything about it but how long a hash takes.
    env: { LITE_AUTH_BCRYPT_COST: '4' },
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    expect: { poll: { timeout: WAIT_LIMIT } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'happy-dom',
          include: UNIT.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: MOCKING,
          setupFiles: [...EVERYWHERE, './tests/support/page-storage.ts', './tests/support/clean-page.ts'],
          // Loading what they all import takes longer than all tests: once for each core.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-mocking',
          environment: 'happy-dom',
          include: MOCKING,
          setupFiles: [...EVERYWHERE, './tests/support/page-storage.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          environment: 'node',
          include: ['tests/database/**/*.test.ts', 'tests/fuzz/**/*.test.{ts,tsx}'],
          // Eighty files import the same; what they share is a database made anew by each.
          isolate: false,
          setupFiles: EVERYWHERE,
          globalSetup: './tests/support/database-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'hosted',
          environment: 'node',
          include: [
            'tests/hosted/**/*.test.ts',
            ...HOSTED.map((name) => `tests/database/**/${name}.test.ts`),
          ],
          isolate: false,
          setupFiles: EVERYWHERE,
          globalSetup: './tests/hosted/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'sync',
          environment: 'node',
          include: ['tests/sync/**/*.test.ts'],
          setupFiles: EVERYWHERE,
          globalSetup: './tests/support/database-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'upgrade',
          environment: 'node',
          include: ['tests/upgrade/**/*.test.ts'],
          isolate: false,
          setupFiles: EVERYWHERE,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          environment: 'node',
          include: ['tests/conformance/**/*.test.ts'],
          // Each file would load the whole server again, for a second or two.
          isolate: false,
          setupFiles: EVERYWHERE,
          globalSetup: './tests/support/database-setup.ts',
        },
      },
    ],
  },
});
