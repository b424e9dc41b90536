import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The packages that the product is said to use; of playwright the tests import the runner. */
const NAMED = [
  'react',
  'react-dom',
  'react-router-dom',
  'rxdb',
  'dexie',
  '@supabase/supabase-js',
  'workbox-window',
  'vite-plugin-pwa',
  'firebase',
  'zustand',
  'zod',
  '@mantine/core',
  'vitest',
  '@playwright/test',
];

/** Imported by another package's file alone: RxDB keeps its rows with Dexie. */
const RUN_BY: Readonly<Record<string, string>> = { dexie: 'rxdb/plugins/storage-dexie' };

const sources = ['src', 'scripts', 'tests/e2e', 'tests/unit']
  .flatMap((room) =>
    readdirSync(room, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  .concat('vite.config.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

test('[D001] every package of the specification is installed and used', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const present = { ...dependencies, ...devDependencies };
  const isUsed = (name: string) =>
    new RegExp(`(from|import\\() ?'${(RUN_BY[name] ?? name).replace(/[/-]/g, '\\$&')}(/[^']*)?'`).test(
      sources,
    );
  expect(NAMED.filter((name) => present[name] === undefined)).toEqual([]);
  expect(present.playwright).toBeDefined();
  expect(NAMED.filter((name) => !isUsed(name))).toEqual([]);
  expect(isUsed('not-there')).toBe(false);
});
