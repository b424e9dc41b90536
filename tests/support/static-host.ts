/**
 * A static host under test control: clean URLs, the rules of public/_redirects and public/_headers,
 * like the hosts that the app is deployed to. Answers can be broken by path, the release can be
 * changed, and the whole host can go down and come back on the same port.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export interface Answer {
  status: number;
  body?: string | Buffer;
  type?: string;
}

type Rule = [path: RegExp, answer: Answer];

/** Paths of the server without a rule: there is no backend behind this host. */
const BACKEND = /^\/(rest|auth|storage|functions|realtime)\//;

export class StaticHost {
  /** Requested paths, in order. */
  readonly requests: string[] = [];
  private server: Server | undefined;
  private rules: Rule[] = [];
  private port = 0;

  private constructor(private folder: string) {}

  static async start(folder: string): Promise<StaticHost> {
    const host = new StaticHost(folder);
    await host.resume();
    return host;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Replaces the release. */
  deploy(folder: string): void {
    this.folder = folder;
  }

  /** Answers paths that match with `answer` from now on; the newest rule wins. */
  answer(path: RegExp, answer: Answer): void {
    this.rules.unshift([path, answer]);
  }

  /** Removes every rule. */
  heal(): void {
    this.rules = [];
  }

  /** Goes down: connections are refused. */
  async stop(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Comes (back) up on the same port. */
  async resume(): Promise<void> {
    const server = createServer((request, response) => {
      this.respond(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, 'localhost', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', this.url).pathname));
    this.requests.push(path);
    const rule = this.rules.find(([pattern]) => pattern.test(path));
    const { status, body = '', type = 'text/plain' } = rule ? rule[1] : await this.file(path);
    response.writeHead(status, {
      'content-type': type,
      'cache-control':
        status === 200 && path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'access-control-allow-origin': '*',
      ...(type.startsWith('text/html') && { 'content-security-policy': await this.policy() }),
    });
    response.end(body);
  }

  private async file(path: string): Promise<Answer> {
    if (BACKEND.test(path)) return { status: 503 };
    const candidates = [path, `${path}.html`, join(path, 'index.html')].map((one) => join(this.folder, one));
    for (const file of candidates)
      if (existsSync(file) && (await stat(file)).isFile())
        return {
          status: 200,
          body: await readFile(file),
          type: TYPES[extname(file)] ?? 'application/octet-stream',
        };
    return this.redirected(path);
  }

  /** The first matching rule, for paths without a file. */
  private async redirected(path: string): Promise<Answer> {
    const rules = (await readFile(join(this.folder, '_redirects'), 'utf8')).split('\n');
    for (const rule of rules) {
      const [from = '', to = '', status = ''] = rule.split(/\s+/);
      if (!from.endsWith('/*') || !path.startsWith(from.slice(0, -1))) continue;
      const body = await readFile(join(this.folder, to));
      return { status: Number(status), body, type: TYPES[extname(to)] ?? 'application/octet-stream' };
    }
    return { status: 404 };
  }

  private async policy(): Promise<string> {
    const rules = await readFile(join(this.folder, '_headers'), 'utf8');
    const policy = /^\s*content-security-policy: (.*)$/im.exec(rules)?.[1];
    if (!policy) throw new Error('dist/_headers has no Content-Security-Policy');
    return policy;
  }
}
