/**
 * Tests the model test: breaks each rule in turn and expects the model test to fail with a
 * counterexample, or a direct test of the rule to fail. A file that does not load proves nothing.
 * Arguments are parts of rules' names; none means all.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { MUTATIONS } from './list';

const CONFIG = fileURLToPath(new URL('vitest.config.ts', import.meta.url));
const wanted = process.argv.slice(2);
const survivors: string[] = [];
let run = 0;

MUTATIONS.forEach(({ rule, file, from, test }, index) => {
  if (wanted.length > 0 && !wanted.some((part) => rule.includes(part))) return;
  run += 1;
  const source = readFileSync(fileURLToPath(new URL(`../../../src/${file}`, import.meta.url)), 'utf8');
  if (!source.includes(from)) {
    survivors.push(`${rule}: its source has changed`);
    return;
  }
  const { stdout, stderr } = spawnSync(
    'npx',
    ['--no-install', 'vitest', 'run', '--bail', '1', '--config', CONFIG],
    {
      encoding: 'utf8',
      timeout: 180_000,
      env: { ...process.env, OUTBOX_MUTATION: String(index), OUTBOX_RUNS: process.env.OUTBOX_RUNS ?? '1000' },
    },
  );
  const printed = stripVTControlCharacters(stdout + stderr);
  const programs = /Property failed after (\d+) tests/.exec(printed)?.[1];
  const isCaught = programs !== undefined || (test !== undefined && /^\s*Tests\s+\d+ failed/m.test(printed));
  const how = programs === undefined ? `caught by ${test}` : `caught after ${programs}`;
  console.log(`${(isCaught ? how : 'SURVIVED').padEnd(24)} ${rule}`);
  if (!isCaught) survivors.push(rule);
});

console.log(`\n${run - survivors.length} of ${run} broken rules were caught`);
if (survivors.length > 0) {
  console.error(survivors.join('\n'));
  process.exit(1);
}
