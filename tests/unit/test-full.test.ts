// @vitest-environment node
/** A command that no test command runs rots unseen: `npm run test:full` runs all that test or measure. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Commands that run, fetch, write or look at something for the person who calls them. */
const OTHERS = [
  'start',
  'dev',
  'deploy',
  'format',
  'test',
  'test:full',
  'postgres:17',
  'release',
  'hosted:diff',
  'seed:load',
  'spec:coverage',
  'schema',
  'compare:catalogues',
];

it('every command of the package is a stage, or is named here as none', () => {
  const stages = ['scripts/test.ts', 'scripts/test-full.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:npm|script)\('([\w:]+)'/g)].map(([, name = '']) => name),
  );
  expect(stages).toContain('test:engines');
  const known = new Set([...stages, ...OTHERS]);
  expect(Object.keys(scripts).filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !(name in scripts))).toEqual([]);
});

it('an unknown stage is refused before anything runs', () => {
  const { status, stderr } = spawnSync(
    'npx',
    ['--no-install', 'tsx', 'scripts/test-full.ts', '--only', 'load,nonsense'],
    { encoding: 'utf8' },
  );
  expect(stderr).toContain('Unknown stage: nonsense. There are: suite, fuzz, mutations, load,');
  expect(status).toBe(2);
});
