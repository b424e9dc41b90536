import { existsSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { z } from 'zod';

const require = createRequire(import.meta.url);
const importMap = z.object({ imports: z.record(z.string(), z.string()).default({}) });

export interface Bundle {
  code: string;
  /** Our files in the bundle, for noticing changes. */
  inputs: string[];
}

/**
 * Bundles one function into a single ES module for Node. `npm:` and `jsr:` specifiers resolve to this project's
 * packages, and only in the requested version. Throws with esbuild's message, file and line.
 */
export async function bundleFunction(functionsDir: string, name: string): Promise<Bundle> {
  const result = await build({
    entryPoints: [join(functionsDir, name, 'index.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    metafile: true,
    logLevel: 'silent',
    // CommonJS packages need `require`.
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${JSON.stringify(import.meta.url)});`,
    },
    plugins: [denoNames(await readImportMap(functionsDir, name))],
  });
  const [output] = result.outputFiles;
  if (output === undefined) throw new Error(`${name}: esbuild wrote nothing`);
  const inputs = Object.keys(result.metafile.inputs).filter((file) => !file.includes('node_modules'));
  return { code: output.text, inputs };
}

/** A hash of the files' contents. */
export async function fingerprint(files: readonly string[]): Promise<string> {
  const times = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (s) => s.mtimeMs,
        () => 0,
      ),
    ),
  );
  return times.join(',');
}

async function readImportMap(functionsDir: string, name: string): Promise<Record<string, string>> {
  for (const file of [join(functionsDir, name, 'deno.json'), join(functionsDir, 'deno.json')]) {
    if (existsSync(file)) return importMap.parse(JSON.parse(await readFile(file, 'utf8'))).imports;
  }
  return {};
}

function denoNames(imports: Record<string, string>): Plugin {
  return {
    name: 'deno-names',
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, (args) => {
        if (args.pluginData === 'resolved') return undefined;
        const wanted = imports[args.path] ?? args.path;
        if (/^https?:/.test(wanted)) {
          return {
            errors: [
              {
                text: `${wanted}: import it from npm: or jsr: instead, so that the local backend has it too`,
              },
            ],
          };
        }
        if (!/^(npm|jsr):/.test(wanted)) return undefined;
        const { name, version, subpath } = parseSpecifier(wanted);
        const installed = installedVersion(name);
        if (installed === null) return { errors: [{ text: `${wanted}: ${name} is not in package.json` }] };
        if (!satisfies(installed, version)) {
          return { errors: [{ text: `${wanted}: package.json has ${name} ${installed}` }] };
        }
        return builder.resolve(`${name}${subpath}`, {
          kind: args.kind,
          resolveDir: dirname(new URL(import.meta.url).pathname),
          pluginData: 'resolved',
        });
      });
    },
  };
}

/** `npm:@scope/name@1.2/sub` → its parts; the version is empty when none was given. */
export function parseSpecifier(specifier: string): { name: string; version: string; subpath: string } {
  const [, name = '', version = '', subpath = ''] =
    /^(?:npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]*))?(\/.*)?$/.exec(specifier) ?? [];
  return { name, version, subpath };
}

/** Whether the installed version begins with the wanted numbers (`2`, `2.1`, `^2.109.0`). */
export function satisfies(installed: string, wanted: string): boolean {
  const numbers = wanted
    .replace(/^[~^=v]+/, '')
    .split('.')
    .filter((part) => /^\d+$/.test(part));
  const have = installed.split('.');
  if (/^[~^]/.test(wanted)) return numbers[0] === undefined || numbers[0] === have[0];
  return numbers.every((part, index) => part === have[index]);
}

function installedVersion(name: string): string | null {
  for (const dir of require.resolve.paths(name) ?? []) {
    const file = join(dir, name, 'package.json');
    if (existsSync(file)) {
      return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
    }
  }
  return null;
}
