import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** All that the built app is made of. What is missing counts as empty. */
const INPUTS = [
  'src',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Changes whenever a file of the app or a VITE_ setting does. Tests are no part of the app. */
export function hashInputs(root: string, env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
      return;
    }
    if (/\.test\.tsx?$/.test(path)) return;
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\0${content.byteLength}\0`).update(content);
  };
  for (const input of INPUTS) add(join(root, input));
  for (const name of Object.keys(env)
    .filter((one) => one.startsWith('VITE_'))
    .sort()) {
    hash.update(`\0${name}=${env[name]}`);
  }
  return hash.digest('hex');
}

/** Builds into dist/ unless that is what is there already. Returns false when the build failed. */
export function buildOnce(root: string): boolean {
  const note = join(root, '.cache', 'build-hash');
  const hash = hashInputs(root, process.env);
  const built = existsSync(note) && existsSync(join(root, 'dist', 'index.html'));
  if (built && readFileSync(note, 'utf8') === hash) return true;
  console.log('Building the app (once, while nothing changes) …');
  const npm = process.env.npm_execpath;
  const [program, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const { status } = spawnSync(program, [...args, 'run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) return false;
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(note, hash);
  return true;
}
