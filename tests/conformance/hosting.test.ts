import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { PATTERNS } from '../../src/app/routes.ts';
import { authLimiter, DEFAULT_LIMITS, networkOf } from '../../supabase/embedded/auth-limits.ts';
import type { RunningServer } from '../../supabase/embedded/server.ts';
import { startTestServer } from '../support/backend.ts';

const SCRIPT = `document.title='ok';${' '.repeat(500)}`;
let dir: string;
let server: RunningServer;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'danceflix-hosting-'));
  const put = (name: string, text: string) => {
    mkdirSync(join(dir, 'dist', name, '..'), { recursive: true });
    writeFileSync(join(dir, 'dist', name), text);
  };
  put('index.html', `<html><script>${SCRIPT}</script><script src="/assets/a-1.js"></script>home</html>`);
  put('app-shell.html', '<html>shell</html>');
  put('search/index.html', '<html>search</html>');
  put('assets/a-1.js', `const x = ${JSON.stringify('y'.repeat(5000))};`);
  put('assets/a-1.js.map', '{}');
  put('sw.js', 'self.x = 1;');
  put('robots.txt', 'User-agent: *');
  put('.vite/manifest.json', '{}');
  put('.well-known/assetlinks.json', '[]');
  writeFileSync(join(dir, 'outside.txt'), 'outside');
  server = await startTestServer({
    port: 0,
    seed: 'none',
    quiet: true,
    // Adds public topics to the product's single one, so that a visitor may join them.
    publicChannels: true,
    staticDir: join(dir, 'dist'),
    limits: { mailPerEmail: { most: 1, within: 60_000 } },
  });
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
/** fetch would undo the compression and normalise the path. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
const mailbox = () => `/_mailbox?token=${server.mailbox.token}`;
const page = (path: string) => ask(path, { accept: 'text/html,*/*' });

describe('Hosting the built app', () => {
  it('serves pages under clean addresses, and the app shell for every other page', async () => {
    for (const [path, text] of [
      ['/', 'home'],
      ['/search', 'search'],
      ['/search?q=zouk', 'search'],
      ['/teachers/ana-paula', 'shell'],
      ['/teachers/joão', 'shell'],
    ] as const) {
      const answer = await page(encodeURI(path));
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 200, 'no-cache']);
      expect(answer.body.toString()).toContain(text);
    }
  });

  it('redirects every other spelling of a page to its one address, within this site', async () => {
    for (const [path, address] of [
      ['/search/', '/search'],
      ['/Search?Name=Ana', '/search?Name=Ana'],
      ['/search.', '/search'],
      ['//search//', '/search'],
      ['/%73earch', '/search'],
      ['/teachers/Ana-Paula', '/teachers/ana-paula'],
      ['//evil', '/evil'],
      ['/%2e%2e//evil/', '/evil'],
    ]) {
      const answer = await page(String(path));
      expect([path, answer.status, answer.headers.location]).toEqual([path, 301, address]);
      expect(answer.body.byteLength).toBe(0);
      const again = await page(String(address));
      expect([address, again.status]).toEqual([address, 200]);
    }
  });

  it('does not serve the sources of the app', async () => {
    expect((await page('/assets/a-1.js.map')).status).toBe(404);
  });

  it('serves no missing, outside or hidden file', async () => {
    for (const path of [
      '/missing.js',
      '/assets/old-2.js',
      '/../outside.txt',
      '/..%2foutside.txt',
      '/%2e%2e/outside.txt',
      '/.vite/manifest.json',
      '/a%00.html',
      '/%E0%A4%A',
    ]) {
      const answer = await page(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.body.toString()).not.toContain('outside');
    }
    expect((await ask('/teachers/ana', { accept: 'application/json' })).status).toBe(404);
    expect((await ask('/.well-known/assetlinks.json')).status).toBe(200);
  });

  it.each([undefined, '', '*/*', 'text/*', 'text/html,*/*;q=0.8'])(
    'answers every route of the table to a reader that accepts %j',
    async (accept) => {
      const paths = PATTERNS.map((path) => path.replaceAll(/:\w+\??/g, 'ana'));
      expect(paths.length).toBeGreaterThan(70);
      const missed: string[] = [];
      for (const path of paths) {
        const answer = await ask(path, accept === undefined ? {} : { accept });
        if (answer.status !== 200 || !answer.body.includes('<html>'))
          missed.push(`${path}: ${answer.status}`);
      }
      expect(missed).toEqual([]);
    },
  );

  it('compresses for clients that accept it, and answers 304 to those that have the file', async () => {
    const plain = await ask('/assets/a-1.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await ask('/assets/a-1.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    const gzip = await ask('/assets/a-1.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(gzip.body.byteLength).toBeLessThan(plain.body.byteLength);
    const again = await ask('/assets/a-1.js', { 'if-none-match': String(plain.headers.etag) });
    expect([again.status, again.body.byteLength]).toEqual([304, 0]);
    const head = await ask('/assets/a-1.js', {}, 'HEAD');
    expect([head.status, head.body.byteLength, head.headers['content-length']]).toEqual([
      200,
      0,
      String(plain.body.byteLength),
    ]);
  });

  it('lets files named by their content be cached for ever, pages and the worker never', async () => {
    expect((await ask('/assets/a-1.js')).headers['cache-control']).toContain('immutable');
    expect((await ask('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  it('forbids scripts except our own and those in the page when it was built', async () => {
    const { headers } = await page('/');
    const policy = String(headers['content-security-policy']);
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com https://www.instagram.com;');
    expect(policy).toContain(`connect-src 'self' ws://localhost:${server.port}`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBeDefined();
    expect(headers['permissions-policy']).toBeDefined();
  });

  it('sees a new build without a restart', async () => {
    writeFileSync(join(dir, 'dist', 'robots.txt'), 'User-agent: none');
    expect((await ask('/robots.txt')).body.toString()).toBe('User-agent: none');
  });
});

describe('The mailbox', () => {
  it('opens on this computer only, not through a proxy and not under another host name', async () => {
    const shown = await page(mailbox());
    expect([shown.status, shown.body.toString()]).toEqual([200, expect.stringContaining('lang="pt-BR"')]);
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'cf-connecting-ip', 'true-client-ip', 'via'])
      expect([name, (await ask(mailbox(), { [name]: '203.0.113.7' })).status]).toEqual([name, 404]);
    expect((await ask(mailbox(), { host: 'rebound.example' })).status).toBe(404);
  });

  it('opens only with the token that the server printed, and then recognises its reader', async () => {
    for (const path of ['/_mailbox', '/_mailbox?token=', '/_mailbox?token=guess']) {
      const refused = await page(path);
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.body.toString()).toMatch(/token/);
    }
    const cookie = String((await page(mailbox())).headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly.*SameSite=Strict/i);
    const again = await ask('/_mailbox', { accept: 'text/html', cookie: cookie.split(';')[0] ?? '' });
    expect(again.status).toBe(200);
  });

  it('shows a stranger’s mail as plain text', async () => {
    await server.mailbox.send({ to: '<img src=x>@x.test', subject: '<script>1</script>', text: '</pre><b>' });
    const { body } = await page(mailbox());
    expect(body.toString()).not.toMatch(/<script>|<img|<\/pre><b>/);
  });
});

describe('Malformed requests', () => {
  /** Resolves to the first line of the answer, once the server has closed the connection. */
  const upgrade = (target: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(
          `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        ),
      );
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString();
      });
      socket.once('close', () => resolve(answer.split('\r\n')[0] ?? ''));
      socket.once('error', reject);
    });

  it.each(['//', 'http://[', '/elsewhere'])(
    'an upgrade of %s is refused, and the server goes on',
    async (target) => {
      expect(await upgrade(target)).toBe('HTTP/1.1 404 Not Found');
      expect((await page('/')).status).toBe(200);
    },
  );

  it.each(['/rest/v1/%E0%A4%A', '/rest/v1/rpc/%E0%A4%A'])(
    '%s, which is no valid text, is refused as the client’s fault',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
        const answer = await ask(path, headers, method);
        expect([method, answer.status]).toEqual([method, 400]);
        expect(JSON.parse(answer.body.toString())).toHaveProperty('message');
      }
    },
  );

  it.each([
    '/realtime/v1/api/broadcast',
    '/storage/v1/object/list/x',
    '/storage/v1/object/sign/x/y',
    '/functions/v1/x',
  ])('%s refuses bodies larger than an upload before reading them', async (path) => {
    const status = await new Promise((resolve, reject) => {
      const headers = {
        apikey: server.publishableKey,
        authorization: `Bearer ${server.publishableKey}`,
        'content-type': 'application/json',
        'content-length': 1e9,
      };
      const sent = request({ host: '127.0.0.1', port: server.port, path, method: 'POST', headers });
      sent.once('response', (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.once('error', reject);
      sent.flushHeaders();
    });
    expect(status).toBe(413);
  });
});

describe('One socket', () => {
  it('joins a hundred topics, not more, and may leave one for another', async () => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${server.port}/realtime/v1/websocket?vsn=1.0.0&apikey=${server.publishableKey}`,
    );
    const replies = new Map<string, { status: string }>();
    socket.on('message', (data) => {
      const { event, ref, payload } = JSON.parse(String(data));
      if (event === 'phx_reply') replies.set(ref, payload);
    });
    await new Promise((resolve) => socket.once('open', resolve));
    let sent = 0;
    const send = async (event: string, topic: number) => {
      const ref = String(++sent);
      socket.send(JSON.stringify({ topic: `realtime:t${topic}`, event, payload: { config: {} }, ref }));
      await vi.waitFor(() => expect(replies.has(ref)).toBe(true), { interval: 2 });
      return replies.get(ref)?.status;
    };
    for (let topic = 0; topic < 100; topic++) expect(await send('phx_join', topic)).toBe('ok');
    expect(await send('phx_join', 100)).toBe('error');
    expect(await send('phx_leave', 0)).toBe('ok');
    expect(await send('phx_join', 100)).toBe('ok');
    socket.close();
  });
});

describe('Limits on auth', () => {
  const address = '203.0.113.7';
  const attempt = (
    limit: ReturnType<typeof authLimiter>,
    path: string,
    email: string,
    ok = false,
    from = address,
  ) =>
    limit(
      { url: `http://x${path}`, method: 'POST', body: JSON.stringify({ email }), address: from },
      async () => new Response(null, { status: ok ? 200 : 400 }),
    );
  const SIGN_IN = '/auth/v1/token?grant_type=password';

  it('stop guesses at one account, but not its owner elsewhere, nor other accounts', async () => {
    const limit = authLimiter(DEFAULT_LIMITS, { pause: async () => undefined });
    const { most } = DEFAULT_LIMITS.signInFailuresPerSender;
    const statuses = [];
    for (let i = 0; i <= most; i++) statuses.push((await attempt(limit, SIGN_IN, 'A@x.test ')).status);
    expect(statuses).toEqual([...Array(most).fill(400), 429]);
    expect((await attempt(limit, SIGN_IN, 'a@x.test', true, '10.0.0.1')).status).toBe(200);
    expect((await attempt(limit, SIGN_IN, 'b@x.test', true)).status).toBe(200);
    const own = [];
    for (let i = 0; i <= most; i++)
      own.push((await attempt(limit, SIGN_IN, 'c@x.test', true, `10.0.1.${i}`)).status);
    expect(own).toEqual(Array(most + 1).fill(200));
  });

  it('delay strangers where many have guessed, and refuse no one for it', async () => {
    const waits: number[] = [];
    const limit = authLimiter(DEFAULT_LIMITS, { pause: async (wait) => waits.push(wait) });
    const { most } = DEFAULT_LIMITS.signInFailuresPerEmail;
    expect((await attempt(limit, SIGN_IN, 'd@x.test', true, '10.2.0.1')).status).toBe(200);
    for (let i = 0; i < most; i++) await attempt(limit, SIGN_IN, 'd@x.test', false, `10.0.0.${i}`);
    expect(waits).toEqual([]);
    for (let i = 0; i < 6; i++) await attempt(limit, SIGN_IN, 'd@x.test', false, `10.0.1.${i}`);
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    // There is no wait where the owner has signed in before; on a new network there is one, and the
    // password opens.
    expect((await attempt(limit, SIGN_IN, 'd@x.test', true, '10.2.0.1')).status).toBe(200);
    expect(waits).toHaveLength(6);
    expect((await attempt(limit, SIGN_IN, 'd@x.test', true, '10.3.0.1')).status).toBe(200);
    expect(waits).toHaveLength(7);
  });

  it('delay a client that guesses at many accounts, and count an IPv6 household as one', async () => {
    const waits: number[] = [];
    const limit = authLimiter(DEFAULT_LIMITS, { pause: async (wait) => waits.push(wait) });
    const { most } = DEFAULT_LIMITS.signInFailuresPerAddress;
    for (let i = 0; i <= most; i++)
      await attempt(limit, SIGN_IN, `e${i}@x.test`, false, `2001:db8::${i.toString(16)}`);
    expect(waits).toEqual([250]);
    await attempt(limit, SIGN_IN, 'f@x.test', false, '2001:db8:0:1::1');
    expect(waits).toHaveLength(1);
    expect(['2001:DB8::1', '2001:db8:0:0:5::', '::ffff:10.0.0.1', '10.0.0.1'].map(networkOf)).toEqual([
      '2001:db8:0:0',
      '2001:db8:0:0',
      '10.0.0.1',
      '10.0.0.1',
    ]);
  });

  it('count the mails of e-mail changes', async () => {
    const limit = authLimiter(DEFAULT_LIMITS);
    const put = (email: string) =>
      limit(
        { url: 'http://x/auth/v1/user', method: 'PUT', body: JSON.stringify({ email }), address },
        async () => Response.json({}),
      );
    expect([(await put('v@x.test')).status, (await put('v@x.test')).status]).toEqual([200, 429]);
  });

  it('count simultaneous guesses', async () => {
    const limit = authLimiter(DEFAULT_LIMITS);
    const all = await Promise.all(Array.from({ length: 25 }, () => attempt(limit, SIGN_IN, 'c@x.test')));
    expect(all.filter(({ status }) => status === 400)).toHaveLength(
      DEFAULT_LIMITS.signInFailuresPerSender.most,
    );
  });

  it('stop one address from trying or registering without end, and allow it again later', async () => {
    let now = 0;
    const limit = authLimiter(DEFAULT_LIMITS, { now: () => now });
    for (const [path, { most, within }] of [
      [SIGN_IN, DEFAULT_LIMITS.signInPerAddress],
      ['/auth/v1/signup', DEFAULT_LIMITS.signUpPerAddress],
    ] as const) {
      for (let i = 0; i < most; i++) await attempt(limit, path, `${i}@x.test`, true);
      const refused = await attempt(limit, path, 'z@x.test', true);
      expect([refused.status, await refused.json()]).toEqual([
        429,
        expect.objectContaining({ code: 429, error_code: 'over_request_rate_limit' }),
      ]);
      expect((await attempt(limit, path, 'z@x.test', true, '10.9.9.9')).status).toBe(200);
      now += within + 1;
      expect((await attempt(limit, path, 'z@x.test', true)).status).toBe(200);
    }
  });

  it('recognise an encoded path', async () => {
    const limit = authLimiter({ ...DEFAULT_LIMITS, signInPerAddress: { most: 1, within: 60_000 } });
    await attempt(limit, '/auth/v1/%74oken?grant_type=password', 'a@x.test');
    expect((await attempt(limit, SIGN_IN, 'b@x.test')).status).toBe(429);
  });

  it('send one address no second mail right away, whether or not it has an account', async () => {
    const recover = () =>
      fetch(`${server.url}/auth/v1/recover`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ninguem@danceflix.test' }),
      });
    expect((await recover()).status).toBe(200);
    const refused = await recover();
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ error_code: 'over_email_send_rate_limit' }),
    ]);
  });
});
