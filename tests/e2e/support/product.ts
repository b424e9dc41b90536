/**
 * The whole product on a free port: a test can kill it, change its database behind the app's back,
 * and restart it on the same port with the same data or with others.
 */
import { z } from 'zod';
import { RENDERER } from '../../../scripts/build-once';
import { presentBuild } from '../../support/present-build';
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
  /** A new account has to confirm its address first. */
  confirmations?: boolean;
  /** Limits of sign-ins and mails by address; the product's own when left out. */
  limits?: Limits;
  /**
   * Serves current prerendered pages. Without, every page starts from the shell, as the worker
   * serves it to all but first visits: the usual case in the tests.
   */
  prerendered?: boolean;
  /** Runs in a separate process, which is not affected by the servers of other tests. */
  apart?: boolean;
  /** Another build than that of the present sources. */
  staticDir?: string;
  /** Other migrations than the present ones. */
  migrationsDir?: string;
  /** Data of its own; they are removed when the product is closed. */
  place?: Place;
}

export class Product {
  private host: ProductHost | undefined;
  private info: z.infer<typeof started> | undefined;
  /** The folder of migrations from the next start on; undefined: the present ones. */
  migrationsDir: string | undefined;

  private constructor(
    private place: Place,
    private seed: Seed,
    private readonly staticDir: string,
    private readonly options: ProductOptions,
  ) {
    this.migrationsDir = options.migrationsDir;
  }

  /** Starts with the README's demo data, or with migrations only. */
  static async start(seed: Seed = 'demo', options: ProductOptions = {}): Promise<Product> {
    const place = options.place ?? (await seededPlace(seed));
    const product = new Product(place, seed, options.staticDir ?? (await presentBuild()), options);
    // Servers on PostgreSQL share one process; one on PGlite takes its memory with it when its
    // process ends.
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

  /** The address of the sent mails, as the terminal prints it. */
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

  /** Calls the REST API as a visitor. */
  async rest(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/rest/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { apikey: this.publishableKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** Kills the server, like a power cut. */
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
      migrationsDir: this.migrationsDir,
      pages: this.options.prerendered ? { renderer: RENDERER } : 'none',
    };
    this.info = started.parse(await host.ask({ kind: 'open', settings }));
    this.host = host;
  }

  /** Starts again on the same port with a database of another epoch, as after a move. */
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
      // Open pages keep their connections for a while: the shutdown is not awaited, and the next
      // test may kill the server.
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
