/**
 * The whole product on a free port, in a process of its own: a test can pull its plug, change its database behind the
 * app's back, bring it back on the same port with the same data or with others.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ensureBuild, RENDERER } from '../../../scripts/build-once';
import { type Seed, seededCopy } from './seeded-data';

const RUNNER = fileURLToPath(new URL('product-process.ts', import.meta.url));

const started = z.object({
  url: z.string(),
  port: z.number(),
  publishableKey: z.string(),
  secretKey: z.string(),
});
const answered = z.object({
  id: z.number(),
  rows: z.array(z.unknown()).optional(),
  error: z.string().optional(),
});

interface ProductOptions {
  /** Whether a new account has to open its mail first. */
  confirmations?: boolean;
  /**
   * With prerendered pages of the moment. Without, every page starts from the shell, as the worker serves it to all but
   * first visits: what most tests are about.
   */
  prerendered?: boolean;
}

export class Product {
  private child: ChildProcess | undefined;
  private info: z.infer<typeof started> | undefined;
  private asked = 0;
  private readonly waiting = new Map<number, (answer: z.infer<typeof answered>) => void>();

  constructor(
    private dataDir: string,
    private seed: Seed,
    private readonly staticDir: string,
    private readonly options: ProductOptions = {},
  ) {}

  /** With the README's demo data, or with migrations only. */
  static async start(seed: Seed = 'demo', options: ProductOptions = {}): Promise<Product> {
    const product = new Product(await seededCopy(seed, fill), seed, await ensureBuild(), options);
    await product.resume();
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

  /** Runs one statement as the database's owner. */
  async sql<T = Record<string, unknown>>(sql: string, ...params: unknown[]): Promise<T[]> {
    const { child } = this;
    if (!child) throw new Error('The server is down');
    this.asked += 1;
    const id = this.asked;
    const { rows, error } = await new Promise<z.infer<typeof answered>>((resolve) => {
      this.waiting.set(id, resolve);
      child.send({ id, sql, params });
    });
    if (error !== undefined) throw new Error(`${error}\n${sql}`);
    return (rows ?? []) as T[];
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
    await this.end((child) => child.kill('SIGKILL'));
  }

  async shutDown(): Promise<void> {
    await this.end((child) => child.send('close'));
  }

  /** Starts again on the same port, with the same data. */
  async resume(): Promise<void> {
    const { dataDir, seed, staticDir, options } = this;
    const { prerendered = false, ...rest } = options;
    const pages = prerendered ? { renderer: RENDERER } : 'none';
    const settings = { port: this.info?.port ?? 0, dataDir, seed, staticDir, pages, ...rest };
    const child = fork(RUNNER, [JSON.stringify(settings)], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child = child;
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    this.info = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) =>
        reject(new Error(`The server ended (${code}) before it was up:\n${errors}`)),
      );
      child.once('message', (message) => resolve(started.parse(message)));
    });
    child.on('message', (message) => {
      const { success, data } = answered.safeParse(message);
      if (!success) return;
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
    });
  }

  /** Starts again on the same port with a database of another history, as after a move. */
  async replaceData(seed: Seed): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
    this.dataDir = await seededCopy(seed, fill);
    this.seed = seed;
    await this.resume();
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async end(how: (child: ChildProcess) => void): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    how(child);
    await gone;
  }

  private get running(): z.infer<typeof started> {
    if (!this.info) throw new Error('The server has not been started');
    return this.info;
  }
}

/** Lets a server put everything into an empty folder. */
async function fill(folder: string, seed: Seed): Promise<void> {
  const product = new Product(folder, seed, await ensureBuild());
  await product.resume();
  await product.shutDown();
}
