/**
 * Tests the stage `upgrade`: plants each fault in turn and expects the check that it is for to be red, in its words.
 * Arguments are parts of faults' names; none means all. Needs a kept release (`UPGRADE_RELEASES` names a trial's folder).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { keptReleases, releasesFolder } from '../support/kept';
import { FAULTS, type Fault } from './list';

// npx splits an argument at its spaces.
const PLAYWRIGHT = ['playwright', 'test', '--config', 'tests/upgrade/playwright.config.ts', '--grep'];
/** The command of each check. */
const CHECKS: Record<Fault['check'], string[]> = {
  1: [
    'vitest',
    'run',
    '--project',
    'upgrade',
    'tests/upgrade/database.test.ts',
    '--testNamePattern',
    'PGlite',
  ],
  2: [...PLAYWRIGHT, 'opens.every.page'],
  3: [...PLAYWRIGHT, 'updated.before.its.server'],
  4: ['vitest', 'run', '--project', 'upgrade', 'tests/upgrade/contract.test.ts'],
  5: [...PLAYWRIGHT, 'opens.every.page'],
};

if (keptReleases().length === 0) throw new Error(`No release is kept in ${releasesFolder()}`);
const wanted = process.argv.slice(2);
const chosen = FAULTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const folder = mkdtempSync(join(tmpdir(), 'danceflix-faults-'));
const survivors: string[] = [];

for (const [index, fault] of chosen.entries()) {
  const file = join(folder, `${index}.sql`);
  if (fault.sql) writeFileSync(file, fault.sql);
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', ...CHECKS[fault.check]], {
    encoding: 'utf8',
    env: {
      ...process.env,
      UPGRADE_FAULT: fault.name,
      UPGRADE_PATIENCE: process.env.UPGRADE_PATIENCE ?? '30000',
      ...(fault.sql && { UPGRADE_FAULT_SQL: file }),
    },
  });
  const printed = stripVTControlCharacters(stdout + stderr);
  const isCaught = status !== 0 && /\d+ failed|failed \(/.test(printed) && fault.said.test(printed);
  const seconds = Math.round((Date.now() - started) / 1_000);
  console.log(`${isCaught ? 'red' : 'NOT NOTICED'}  check ${fault.check}, ${seconds} s: ${fault.name}`);
  if (!isCaught) {
    survivors.push(fault.name);
    writeFileSync(join(folder, `${index}.log`), printed);
    console.log(`  what it printed: ${join(folder, `${index}.log`)}`);
  }
}

console.log(`\n${chosen.length - survivors.length} of ${chosen.length} faults were noticed`);
if (survivors.length > 0) process.exit(1);
