// @vitest-environment node
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSecurity } from '../../scripts/build/app-shell';
import { StaticHost } from '../support/static-host';

const SHELL = '<html>the app</html>';
let dir: string;
let host: StaticHost;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'danceflix-rules-'));
  cpSync('public', dir, { recursive: true });
  writeFileSync(join(dir, '_headers'), withSecurity(readFileSync('public/_headers', 'utf8'), '', SHELL));
  writeFileSync(join(dir, 'app-shell.html'), SHELL);
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'assets/there-1.js'), 'there');
  host = await StaticHost.start(dir);
});
afterAll(async () => {
  await host?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const ask = async (path: string) => {
  const response = await fetch(host.url + path);
  return { status: response.status, text: await response.text() };
};

test('a code file of a former release is missing, and is never answered with the app', async () => {
  for (const path of ['/assets/gone-1.js', '/assets/deep/gone.css', '/assets/']) {
    const { status, text } = await ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).not.toContain('<html');
  }
  expect(await ask('/assets/there-1.js')).toEqual({ status: 200, text: 'there' });
});

test('another spelling of a page is the app, which redirects to the one address', async () => {
  for (const path of ['/Search', '/search.', '/teachers//Ana-Lima/'])
    expect(await ask(path)).toEqual({ status: 200, text: SHELL });
});

test('every other path is the app', async () => {
  for (const path of ['/teachers/ana-lima', '/assetsx'])
    expect(await ask(path)).toEqual({ status: 200, text: SHELL });
});
