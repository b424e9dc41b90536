/** The headers of every kind of answer of the embedded server, for every caller and outcome. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningServer } from '../../supabase/embedded/server.ts';
import { startTestServer } from '../support/backend.ts';
import { migrationsDir } from '../support/migrations-dir.ts';

/** The one inline script of the build's pages. */
const OWN = 'own()';
const GONE = '/teachers/ja-foi';

/** A renderer of two pages, one of a teacher who has left since the build. */
const RENDERER = `
export const movedTo = () => null;
export const prerenderPages = () => [{ path: '/duvidas', changedAt: null }];
export const sourceOf = () => () => undefined;
export const renderPage = async (path) => ({
  html: '<main>' + path + '<script>stranger()</script></main>', title: 'Dúvidas', tags: [], dataId: 'prerendered', answers: {}, module: null,
});`;

let dir: string;
let server: RunningServer;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'danceflix-headers-'));
  const put = (name: string, text: string) => {
    mkdirSync(join(dir, 'dist', name, '..'), { recursive: true });
    writeFileSync(join(dir, 'dist', name), text);
  };
  const shell = `<html><head><title>x</title><script>${OWN}</script></head><body><div id="root"><div></div></div></body></html>`;
  put('index.html', shell);
  put('app-shell.html', shell);
  put('robots.txt', 'User-agent: *');
  put('boot.js', 'self.x = 1;');
  put('assets/a-1.js', 'self.y = 1;');
  put('.vite/manifest.json', '{}');
  put(`${GONE}/index.html`, shell);
  writeFileSync(join(dir, 'renderer.mjs'), RENDERER);
  server = await startTestServer({
    port: 0,
    seed: 'none',
    quiet: true,
    migrationsDir,
    staticDir: join(dir, 'dist'),
    pages: { renderer: join(dir, 'renderer.mjs') },
  });
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Kind {
  path: string;
  status: number;
  method?: string;
  body?: string;
}

const page = (path: string, status: number): Kind => ({ path, status });
const PAGES: Record<string, Kind> = {
  'the app’s own page': page('/', 200),
  'a page that the app draws': page('/login', 200),
  'a prerendered page': page('/duvidas', 200),
  'a page that is gone': page(GONE, 410),
  'the mailbox': page('/_mailbox?token=TOKEN', 200),
};
const DATA: Record<string, Kind> = {
  'a file that is not there': page('/assets/old.js', 404),
  'a way of asking that files do not know': { path: '/', method: 'POST', body: '{}', status: 405 },
  'the mailbox without its token': page('/_mailbox', 403),
  'rows of a table': page('/rest/v1/cities?select=id&limit=1', 200),
  'a table that is not there': page('/rest/v1/nothing', 404),
  'a path that is no text': page('/rest/v1/%E0%A4%A', 400),
  'a procedure that refuses': { path: '/rest/v1/rpc/my_data', method: 'POST', body: '{}', status: 401 },
  'a wrong password': {
    path: '/auth/v1/token?grant_type=password',
    method: 'POST',
    body: '{"email":"a@x.test","password":"errada-1"}',
    status: 400,
  },
  'a stored file that is not there': page('/storage/v1/object/public/profile-images/a/b.png', 400),
  'a function': page('/functions/v1/health', 200),
  'a function that is not there': page('/functions/v1/nothing', 404),
  'a function that refuses': { path: '/functions/v1/send-push', method: 'POST', body: '', status: 403 },
};
const FILES: Record<string, Kind> = {
  'a script': page('/assets/a-1.js', 200),
  'the rules for robots': page('/robots.txt', 200),
  'the map of the site': page('/sitemap.xml', 200),
};

async function headersOf({ path, status, method = 'GET', body }: Kind): Promise<Headers> {
  const answer = await fetch(server.url + path.replace('TOKEN', server.mailbox.token), {
    method,
    headers: { apikey: server.publishableKey, accept: 'text/html,*/*', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
  expect(answer.status).toBe(status);
  return answer.headers;
}

it.each(Object.entries(PAGES))('%s runs only our own scripts, and cannot be framed', async (_name, kind) => {
  const headers = await headersOf(kind);
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')*;/);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

it('a page rendered from people’s texts runs the scripts of the build, and none from the texts', async () => {
  const policy = (await headersOf(page('/duvidas', 200))).get('content-security-policy') ?? '';
  expect(policy).toContain(`script-src 'self' ${hashOf(OWN)};`);
  expect(policy).not.toContain(hashOf('stranger()'));
});

it('a worker runs only our own scripts', async () => {
  for (const path of ['/boot.js', '/assets/a-1.js']) {
    const policy = (await headersOf(page(path, 200))).get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
  }
});

it.each(Object.entries(DATA))('%s is data: nothing in it runs where it is opened', async (_name, kind) => {
  const headers = await headersOf(kind);
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBeTruthy();
});

it.each(Object.entries(FILES))('%s keeps the type of its contents', async (_name, kind) => {
  const headers = await headersOf(kind);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-type')).toMatch(/javascript|text\/plain|xml/);
});

it('no answer names the server program or its version', async () => {
  for (const kind of Object.values({ ...PAGES, ...DATA, ...FILES })) {
    const headers = await headersOf(kind);
    expect([kind.path, headers.get('server'), headers.get('x-powered-by')]).toEqual([kind.path, null, null]);
  }
});
