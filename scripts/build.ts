/**
 * `npm run build`: the app for browsers in dist/, the same app for Node in .cache/pages, and with that the prerendered
 * pages in dist/.
 */
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadEnv } from 'vite';
import { prerender } from './build/prerender';
import { stamped } from './build-once';

process.env.NODE_ENV = 'production';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = `${ROOT}dist`;
const PAGES = `${ROOT}.cache/pages`;

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
  await prerender({ dist: DIST, renderer: `${PAGES}/entry.js`, env });
}

await stamped(buildAll);
