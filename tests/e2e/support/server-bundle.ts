/**
 * Bundles the program behind product.ts as plain JavaScript: compiling and resolving some hundred
 * modules costs each process as much as all the work of its servers for a test.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const PROCESS = new URL('product-process.ts', import.meta.url);
const SERVER = new URL('../../../supabase/embedded/server.ts', import.meta.url);
const FOLDER = 'DANCEFLIX_TEST_SERVERS';

/** The program, its arguments, and the server module that it loads. */
export interface Program {
  file: string;
  execArgv: string[];
  /** An address for `import()`. */
  server: string;
}

/** The bundle if there is one, else the sources. */
export function serverProgram(): Program {
  const folder = process.env[FOLDER];
  if (!folder) return { file: fileURLToPath(PROCESS), execArgv: ['--import', 'tsx'], server: SERVER.href };
  return {
    file: join(folder, 'product-process.mjs'),
    execArgv: [],
    server: pathToFileURL(join(folder, 'server.mjs')).href,
  };
}

/** Makes this process and its children run the bundle. `folder` has to be inside of the project. */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    entryPoints: [PROCESS, SERVER].map((url) => fileURLToPath(url)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [
      {
        // Files beside a source are still found.
        name: 'own-addresses',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
            contents: (await readFile(path, 'utf8')).replaceAll(
              'import.meta.url',
              JSON.stringify(pathToFileURL(path).href),
            ),
            loader: 'ts',
          })),
      },
    ],
  });
  process.env[FOLDER] = folder;
}
