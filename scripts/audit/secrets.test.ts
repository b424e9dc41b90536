// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envValues, type Known, secretsInFolder } from './secrets';

const KNOWN: Known = {
  places: ['/srv/builds/danceflix/'],
  values: { MATCH_MODEL_KEY: 'palavra-muito-secreta', EMPTY: '', SHORT: 'x' },
  publicNames: ['VITE_SUPABASE_URL'],
};
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'danceflix-secrets-'));
  mkdirSync(join(dir, 'assets'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const put = (name: string, text: string) => writeFileSync(join(dir, name), text);
const found = () => secretsInFolder(dir, KNOWN);
const token = (role: string) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify({ role, iss: 'supabase' }), 'signature-of-it']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test('a build with code, public keys and its own source maps passes', () => {
  put(
    'assets/app-1.js',
    `const key = "sb_publishable_abc"; const old = "${token('anon')}"; x(import.meta.env.VITE_SUPABASE_URL);\n//# sourceMappingURL=app-1.js.map`,
  );
  put('assets/app-1.js.map', '{"version":3,"sources":["../../src/main.tsx"]}');
  put('index.html', '<p>sb_secret_</p><p>-----BEGIN PRIVATE KEY-----</p>');
  expect(found()).toEqual([]);
});

test.each([
  [`const k="sb_secret_${'A1b2'.repeat(6)}"`, 'a secret key of Supabase'],
  [`const k="${token('service_role')}"`, 'a token of the role service_role'],
  ['"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0B"', 'a private key'],
  ['{"type": "service_account","project_id":"x"}', 'a service account'],
  ['sk-proj-abcdefghijklmnopqrstuvwx', 'a key of a model’s service'],
  ['postgres://danceflix:senha@db.test/x', 'a database’s address with its password'],
  ['import.meta.env.VITE_MODEL_KEY', 'the variable VITE_MODEL_KEY'],
  ['fetch(u,{key:"palavra-muito-secreta"})', 'the value of MATCH_MODEL_KEY'],
  [
    '{"sources":["/srv/builds/danceflix/src/a.ts"]}',
    'a path of the machine that built it (/srv/builds/danceflix/)',
  ],
])('planted in a built file, %s is found', (text, what) => {
  put('assets/app-1.js', `var a=1;${text};var b=2;`);
  expect(found()).toEqual([`assets/app-1.js: ${what}`]);
});

test('files that do not belong to a site, and broken source map links, are found', () => {
  put('.env', 'A=1');
  put('assets/a.js', 'x\n//# sourceMappingURL=a.js.map');
  put('assets/b.js', 'x\n//# sourceMappingURL=data:application/json;base64,e30=');
  expect(found().sort()).toEqual([
    '.env: a file that is no part of a site',
    'assets/a.js: a source map that is not there: a.js.map',
    'assets/b.js: a source map from elsewhere, or inside the code',
  ]);
});

test('values of env files are parsed as programs parse them', () => {
  put('.env', '# comment\nA=one\nexport B="two words"\nC=\n');
  expect(envValues([join(dir, '.env'), join(dir, 'nothing')])).toEqual({ A: 'one', B: 'two words', C: '' });
});
