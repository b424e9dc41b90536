import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOMS = ['package.json', 'vite.config.ts', 'src', 'sw', 'supabase', 'tests', 'public', 'README.md'];
/** Places required by Vite, npm, Biome, PostCSS, Playwright and TypeScript. */
const DEMANDED = [
  'index.html',
  'package-lock.json',
  'biome.json',
  'playwright.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
];

it('[D002] the top level is the rooms, scripts, and files that tools require there', () => {
  const ignored = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''));
  const found = readdirSync('.').filter((name) => !name.startsWith('.') && !ignored.includes(name));
  expect(found.sort()).toEqual([...ROOMS, ...DEMANDED, 'scripts'].sort());
});
