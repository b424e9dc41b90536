import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAudit } from './advisories';
import { lockfileProblems } from './lockfile';

const DIGEST = `sha512-${'a'.repeat(86)}==`;
const sound = { version: '1.0.0', integrity: DIGEST };

test('a lock file with digests and exact versions passes, and so does ours', () => {
  expect(lockfileProblems({ dependencies: { a: '1.0.0' } }, { '': {}, 'node_modules/a': sound })).toEqual([]);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(lockfileProblems(JSON.parse(readFileSync('package.json', 'utf8')), packages)).toEqual([]);
});

test.each([
  [{ dependencies: { a: '^1.0.0' } }, sound, 'no exact version'],
  [{ devDependencies: { a: 'git+ssh://git@host/a.git' } }, sound, 'no exact version'],
  [{ overrides: { a: '*' } }, sound, 'no exact version'],
  [{}, { version: '1.0.0' }, 'no sha512 digest'],
  [{}, { ...sound, integrity: 'sha1-abc=' }, 'no sha512 digest'],
  [{}, { ...sound, resolved: 'http://registry.test/a.tgz' }, 'no registry over TLS'],
  [{}, { ...sound, resolved: 'git+ssh://git@host/a.git' }, 'no registry over TLS'],
  [{}, { ...sound, link: true }, 'a link to a folder'],
  [{}, { ...sound, hasInstallScript: true }, 'nobody has decided about'],
  [{ allowScripts: { a: false } }, sound, 'has no install script'],
])('%o with %o is reported', (manifest, locked, problem) => {
  const problems = lockfileProblems(manifest, { '': {}, 'node_modules/a': locked });
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test('an install script with a recorded decision passes', () => {
  const packages = { '': {}, 'node_modules/@x/a': { ...sound, hasInstallScript: true } };
  expect(lockfileProblems({ allowScripts: { '@x/a': false } }, packages)).toEqual([]);
});

test('high and critical vulnerabilities are found, lower ones are ignored', () => {
  const of = (severity: string) =>
    JSON.stringify({ vulnerabilities: { a: { severity, range: '<2', fixAvailable: true } } });
  expect(readAudit(of('critical'), '')).toEqual({ kind: 'found', lines: ['a <2: critical'] });
  expect(readAudit(of('high'), '')).toMatchObject({ kind: 'found' });
  expect(readAudit(of('moderate'), '')).toEqual({ kind: 'none' });
  expect(readAudit('{"vulnerabilities":{}}', '')).toEqual({ kind: 'none' });
});

test('a registry that does not answer is not a clean result', () => {
  const refused = JSON.stringify({ error: { code: 'E405', summary: '405 Method Not Allowed' } });
  expect(readAudit(refused, '')).toEqual({ kind: 'not taken', why: '405 Method Not Allowed' });
  expect(readAudit('', 'npm error code ENOTFOUND')).toMatchObject({ kind: 'not taken' });
  expect(readAudit('{}', '')).toMatchObject({ kind: 'not taken' });
});
