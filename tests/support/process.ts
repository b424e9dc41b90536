import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { allowPort } from './own-ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface StartedProcess {
  child: ChildProcess;
  /** Everything that the process printed so far. */
  output(): string;
  /** Resolves to the exit code; null when a signal ended the process. */
  ended: Promise<number | null>;
  /** Resolves to the first match in the output; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts the server as people start it, in a separate process. */
export function startMain(env: Record<string, string>): StartedProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'supabase/embedded/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', SEED: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const read = (chunk: Buffer) => {
    output += chunk;
    for (const [, port = ''] of output.matchAll(/https?:\/\/[\w.[\]:]+?:(\d+)/g)) allowPort(port);
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  // 'close', not 'exit': only then has everything printed arrived.
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    child,
    output: () => output,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (found) resolve(found);
        };
        listeners.add(look);
        look();
        void ended.then((code) => reject(new Error(`ended with ${code} before ${pattern}: ${output}`)));
      }),
  };
}
