import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const REPLACES = /\bvi\.(mock|doMock|resetModules)\(/;

/**
 * The test files below `folders` that put something else in the place of a module: only in a process of their own are
 * they sure to come before whoever loads it, and nobody after them gets what they put there.
 */
export function mockingTests(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .filter((file) => REPLACES.test(readFileSync(join(ROOT, file), 'utf8'))),
  );
}
