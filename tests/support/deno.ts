import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { allowPort } from './own-ports.ts';

const require = createRequire(import.meta.url);

/**
 * The program inside npm's `deno` package, whose install script, which would unpack it, is not run
 * here. Null when there is none for this platform; with CI=true that is an error.
 */
export function findDeno(): string | null {
  const libc = process.platform === 'linux' ? '-glibc' : '';
  const name = `@deno/${process.platform}-${process.arch}${libc}`;
  const paths = require.resolve.paths(name) ?? [];
  const program = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const found = paths.map((dir) => join(dir, name, program)).find((file) => existsSync(file));
  if (found) return found;
  const reason = `The functions' tests on Deno DID NOT RUN: no ${name} is installed`;
  if (process.env.CI === 'true') throw new Error(reason);
  console.warn(reason);
  return null;
}

export interface DenoFunction {
  url: string;
  stop(): Promise<void>;
}

/**
 * Runs one unchanged function on Deno itself. Packages come from this project's node_modules, so
 * nothing is downloaded, and a function with a lock file gets the locked versions or does not
 * start; Deno picks a free port and prints it.
 */
export async function startOnDeno(
  deno: string,
  functionFile: string,
  env: Record<string, string>,
): Promise<DenoFunction> {
  const isLocked = existsSync(join(dirname(functionFile), 'deno.lock'));
  const child = spawn(
    deno,
    [
      ...[
        'run',
        '--no-check',
        isLocked ? '--frozen' : '--no-lock',
        '--allow-net',
        '--allow-env',
        '--allow-read',
      ],
      ...['--node-modules-dir=manual', functionFile],
    ],
    {
      cwd: dirname(functionFile),
      env: {
        ...env,
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        NO_COLOR: '1',
        DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const url = await addressOf(child);
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /https?:\/\/[\w.]+:(\d+)/.exec(output);
      if (!found?.[1]) return;
      allowPort(found[1]);
      resolve(`http://127.0.0.1:${found[1]}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`Deno ended with ${code}: ${output}`)));
  });
}
