/**
 * Stands before app and server: it serves the pages of one build, another one after `deploy`, and passes what is
 * asked of the backend on to a server, or answers that there is none. So a phone meets a host that replaces a release, or
 * goes back to the one before, while its server stays.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StaticHost } from '../../support/static-host';

const BACKEND = /^\/(rest|auth|storage|functions|realtime)\//;

export class FrontHost {
  /** The server's origin; null while it is down. */
  backend: string | null = null;
  /** Bodies of calls of procedures and functions, in order. */
  readonly calls: { path: string; body: string }[] = [];
  private port = 0;

  private constructor(
    private readonly pages: StaticHost,
    private readonly server: Server,
  ) {}

  static async start(folder: string, backend: string | null): Promise<FrontHost> {
    const pages = await StaticHost.start(folder);
    const server = createServer((asked, answer) => void host.pass(asked, answer));
    const host: FrontHost = new FrontHost(pages, server);
    host.backend = backend;
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    host.port = (server.address() as AddressInfo).port;
    return host;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  deploy(folder: string): void {
    this.pages.deploy(folder);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await Promise.all([closed, this.pages.stop()]);
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = asked.url ?? '/';
    const isBackend = BACKEND.test(path);
    if (isBackend && this.backend === null) {
      answer.writeHead(503).end();
      return;
    }
    if (asked.method === 'POST' && isBackend) this.calls.push({ path, body: body.toString() });
    const { host, port } = new URL((isBackend && this.backend) || this.pages.url);
    const passed = request(
      { hostname: 'localhost', port, path, method: asked.method, headers: { ...asked.headers, host } },
      (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      },
    );
    passed.once('error', () => answer.headersSent || answer.writeHead(503).end());
    passed.end(body);
  }
}
