import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOrphans } from '../support/owned-folder.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orphans-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('folders of interrupted runs are removed, those of running processes and of other owners stay', async () => {
  const gone = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();
  const kept = [`danceflix-product-${process.pid}-aaaaaa`, 'danceflix-product-other', `else-${gone}-aaaaaa`];
  for (const name of [`danceflix-product-${gone}-aaaaaa`, `danceflix-app-${gone}-aaaaaa`, ...kept]) {
    mkdirSync(join(dir, name, 'db'), { recursive: true });
  }
  await removeOrphans(dir);
  expect(readdirSync(dir).sort()).toEqual([...kept].sort());
});
