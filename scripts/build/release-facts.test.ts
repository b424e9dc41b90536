// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { releaseFacts } from './release-facts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'danceflix-facts-'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.3' }));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('without a repository only the version is known', () => {
  expect(releaseFacts(root)).toEqual({ version: '1.2.3', date: null, commit: null });
});

it('with one, the day is the commit’s and not that of the build', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.test', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_COMMITTER_DATE: '2026-03-04T23:30:00-03:00' },
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Begin');
  const commit = git('rev-parse', '--short=8', 'HEAD').trim();
  expect(releaseFacts(root)).toEqual({ version: '1.2.3', date: '2026-03-05', commit });
});
