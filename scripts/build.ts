/**
 * `npm run build`: the app for browsers in dist/, the same app for Node in .cache/pages, and with that the prerendered
 * pages in dist/.
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
/** Source maps by the names of their files, for whoever reads a stack from a browser. */
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
          // By their module's path: the renderer tells from them which files a page needs.
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
    // Whole, so that it runs wherever the server runs, and as a production build.
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
