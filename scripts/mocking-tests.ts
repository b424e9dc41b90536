import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const REPLACES = /\bvi\.(mock|doMock|resetModules)\(/;

/**
 * Test files below `folders` that mock modules. Each needs a process of its own: there the mock is surely set before
 * the module is imported, and later test files do not get the mock.
 */
export function mockingTests(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .filter((file) => REPLACES.test(readFileSync(join(ROOT, file), 'utf8'))),
  );
}
