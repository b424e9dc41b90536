/**
 * `npm run build`: builds the app for browsers into dist/ and for Node into .cache/pages, then prerenders the pages of
 * dist/ with the latter.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadEnv } from 'vite';
import { prerender } from './build/prerender';
import { stamped } from './build-once';

process.env.NODE_ENV = 'production';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = `${ROOT}dist`;
const PAGES = `${ROOT}.cache/pages`;
/** Source maps by file name, for reading stack traces of browsers. */
const MAPS = `${ROOT}.cache/maps`;

async function buildAll(): Promise<void> {
  await build({ root: ROOT, logLevel: 'warn' });
  await build({
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: 'src/app/prerender/entry.tsx',
      outDir: PAGES,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: false,
      manifest: false,
      minify: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'entry.js',
          // Named after their module's path: the renderer derives from the names which files a page needs.
          chunkFileNames: ({ facadeModuleId }) =>
            facadeModuleId?.startsWith(`${ROOT}src`)
              ? `${relative(ROOT, facadeModuleId)
                  .split(sep)
                  .join('/')
                  .replace(/\.tsx?$/, '')}.js`
              : 'shared/[name]-[hash].js',
        },
      },
    },
    // Bundles all packages, so that it runs without node_modules and as a production build.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  });

  const env = { ...loadEnv('production', ROOT, ['VITE_', 'SUPABASE_', 'PRERENDER']), ...process.env };
  await putMapsAway();
  await prerender({ dist: DIST, renderer: `${PAGES}/entry.js`, env });
}

async function putMapsAway(): Promise<void> {
  await rm(MAPS, { recursive: true, force: true });
  const files = await readdir(DIST, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.map'))) {
    await mkdir(dirname(join(MAPS, file)), { recursive: true });
    await rename(join(DIST, file), join(MAPS, file));
  }
}

await stamped(buildAll);
