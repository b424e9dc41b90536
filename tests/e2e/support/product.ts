/**
 * The whole product on a free port: a test can pull its plug, change its database behind the app's back, bring it back
 * on the same port with the same data or with others.
 */
import { z } from 'zod';
import { ensureBuild, RENDERER } from '../../../scripts/build-once';
import { commonHost, ProductHost } from './product-host';
import { type Place, type Seed, seededPlace } from './seeded-data';

const started = z.object({
  server: z.number(),
  url: z.string(),
  port: z.number(),
  publishableKey: z.string(),
  secretKey: z.string(),
  mailboxToken: z.string(),
});

type Limits = Record<string, { most: number; within: number }>;

interface ProductOptions {
  /** Whether a new account has to open its mail first. */
  confirmations?: boolean;
  /** Sign-ins and mails by address; the product's own when left out. */
  limits?: Limits;
  /**
   * With prerendered pages of the moment. Without, every page starts from the shell, as the worker serves it to all but
   * first visits: what most tests are about.
   */
  prerendered?: boolean;
  /** A process of its own: it outlives whatever happens to the servers of other tests. */
  apart?: boolean;
  /** Another build than the present sources' own. */
  staticDir?: string;
}

let built: Promise<string> | undefined;

/** Looked at once: a test run goes with the build that it began with. */
function presentBuild(): Promise<string> {
  built ??= ensureBuild();
  return built;
}

export class Product {
  private host: ProductHost | undefined;
  private info: z.infer<typeof started> | undefined;

  private constructor(
    private place: Place,
    private seed: Seed,
    private readonly staticDir: string,
    private readonly options: ProductOptions,
  ) {}

  /** With the README's demo data, or with migrations only. */
  static async start(seed: Seed = 'demo', options: ProductOptions = {}): Promise<Product> {
    const place = await seededPlace(seed);
    const product = new Product(place, seed, options.staticDir ?? (await presentBuild()), options);
    // Servers on PostgreSQL come and go in one process; one on PGlite takes its memory with it.
    const isApart = options.apart === true || place.databaseUrl === undefined;
    await product.resume(isApart ? new ProductHost() : commonHost());
    return product;
  }

  get url(): string {
    return this.running.url;
  }

  get publishableKey(): string {
    return this.running.publishableKey;
  }

  get secretKey(): string {
    return this.running.secretKey;
  }

  /** The mails that it has sent, as its terminal says. */
  get mailbox(): string {
    return `${this.url}/_mailbox?token=${this.running.mailboxToken}`;
  }

  /** Runs one statement as the database's owner. */
  async sql<T = Record<string, unknown>>(sql: string, ...params: unknown[]): Promise<T[]> {
    if (!this.host) throw new Error('The server is down');
    try {
      return (await this.host.ask({ kind: 'sql', server: this.running.server, sql, params })) as T[];
    } catch (error) {
      throw new Error(`${error}\n${sql}`);
    }
  }

  /** Asks the REST API as a visitor would. */
  async rest(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/rest/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { apikey: this.publishableKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** As good as pulling the plug. */
  async kill(): Promise<void> {
    const { host } = this;
    this.host = undefined;
    await host?.kill();
  }

  async shutDown(): Promise<void> {
    const { host } = this;
    this.host = undefined;
    await host?.ask({ kind: 'close', server: this.running.server });
  }

  /** Starts again on the same port, with the same data. */
  async resume(host = new ProductHost()): Promise<void> {
    const { place, seed, staticDir } = this;
    const settings = {
      port: this.info?.port ?? 0,
      ...{ dataDir: place.dataDir, databaseUrl: place.databaseUrl },
      ...{ seed, staticDir, confirmations: this.options.confirmations, limits: this.options.limits },
      pages: this.options.prerendered ? { renderer: RENDERER } : 'none',
    };
    this.info = started.parse(await host.ask({ kind: 'open', settings }));
    this.host = host;
  }

  /** Starts again on the same port with a database of another history, as after a move. */
  async replaceData(seed: Seed): Promise<void> {
    await this.kill();
    await this.place.remove();
    this.place = await seededPlace(seed);
    this.seed = seed;
    await this.resume();
  }

  async close(): Promise<void> {
    const { host } = this;
    const { place } = this;
    const remove = () => place.remove();
    if (host && host === commonHost()) {
      // Open pages keep their connections for a while: nobody waits for that, and the next test may pull the plug.
      this.shutDown()
        .then(remove, remove)
        .catch((error: unknown) => console.warn('A test’s data was left behind:', error));
      return;
    }
    await this.kill();
    await remove();
  }

  private get running(): z.infer<typeof started> {
    if (!this.info) throw new Error('The server has not been started');
    return this.info;
  }
}
