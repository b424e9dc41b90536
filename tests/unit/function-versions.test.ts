/**
 * A deploy uses the packages that were tested: each function names exact versions and locks all
 * dependencies.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'supabase/functions';
const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

const { dependencies } = read<{ dependencies: Record<string, string> }>('package.json');
const { packages } = read<{ packages: Record<string, { version: string; integrity: string }> }>(
  'package-lock.json',
);
const functions = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name);
const sources = (folder: string) =>
  readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => readFileSync(join(FOLDER, folder, file), 'utf8'));
const imported = (source: string) =>
  [...source.matchAll(/(?:from|import) '([^'.][^']*)'/g)].map(([, name]) => name ?? '');

it('there are functions to check', () => {
  expect(functions).toEqual([
    'ai-teacher-match',
    'health',
    'read-picture',
    'remove-files',
    'search-file',
    'send-push',
  ]);
});

describe.each(functions)('%s', (name) => {
  const { imports } = read<{ imports: Record<string, string> }>(join(FOLDER, name, 'deno.json'));
  const lock = read<{ specifiers: Record<string, string>; npm: Record<string, { integrity: string }> }>(
    join(FOLDER, name, 'deno.lock'),
  );

  it('names each package that it imports, in package.json’s version', () => {
    const used = new Set(sources(name).flatMap(imported));
    expect(Object.keys(imports).sort()).toEqual([...used].sort());
    for (const [one, specifier] of Object.entries(imports))
      expect(specifier).toBe(`npm:${one}@${dependencies[one]}`);
  });

  it('locks them and their dependencies as package-lock.json does', () => {
    expect(Object.keys(lock.specifiers).sort()).toEqual(Object.values(imports).sort());
    for (const [one, { integrity }] of Object.entries(lock.npm)) {
      const [, which = '', version] = /^(.+)@([^@]+)$/.exec(one) ?? [];
      const installed = packages[`node_modules/${which}`];
      expect([which, version, integrity]).toEqual([which, installed?.version, installed?.integrity]);
    }
  });
});

it('shared modules of functions import no package: each function has its own versions', () => {
  expect(sources('_shared').flatMap(imported)).toEqual([]);
});
