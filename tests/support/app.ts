/**
 * The whole product for browser tests: the embedded server with the built app, in a process of its own, so that a
 * test can kill it as a crash or a dead battery would and start it again on the same port and data.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { hashFiles } from '../../scripts/build/hash-files';
import { ensureBuild } from '../../scripts/build-once';
import { ownedFolder } from './owned-folder';

const RUNNER = fileURLToPath(new URL('app-process.ts', import.meta.url));

const TEMPLATES = fileURLToPath(new URL('../../.cache/app-data', import.meta.url));

const started = z.object({
  url: z.string(),
  port: z.number(),
  publishableKey: z.string(),
  secretKey: z.string(),
});

export interface AppOptions {
  /** 'demo' is the README's data; 'none' an empty database with its migrations. */
  seed?: 'demo' | 'none';
  /** Another built app than dist/, to test an update. */
  staticDir?: string;
  /** Extra environment of the server, for example DATABASE_URL. */
  env?: Record<string, string>;
}

export class App {
  private child: ChildProcess | undefined;
  private info: z.infer<typeof started> | undefined;

  private constructor(
    private readonly dataDir: string,
    private readonly options: Required<AppOptions>,
  ) {}

  /** Starts a server on a free port with data of its own; `close()` removes both. */
  static async start(options: AppOptions = {}): Promise<App> {
    const settings = {
      seed: options.seed ?? 'demo',
      staticDir: options.staticDir ?? (await ensureBuild()),
      env: options.env ?? {},
    };
    const app = new App(await ownedFolder('app'), settings);
    if (!settings.env.DATABASE_URL) await cp(await App.template(settings), app.dataDir, { recursive: true });
    await app.resume();
    return app;
  }

  /**
   * A data folder with migrations and seed, made once per state of the sources and copied for each test: creating
   * a database takes longer than most tests.
   */
  private static async template(settings: Required<AppOptions>): Promise<string> {
    const sources = ['supabase/migrations', 'supabase/demo', 'supabase/embedded', 'package-lock.json'];
    const version = (await hashFiles(sources)).slice(0, 12);
    const folder = join(TEMPLATES, `${settings.seed}-${version}`);
    if (existsSync(folder)) return folder;
    const maker = new App(await ownedFolder('template'), settings);
    await maker.resume();
    await maker.stop();
    await mkdir(dirname(folder), { recursive: true });
    const finished = `${folder}.${process.pid}`;
    await cp(maker.dataDir, finished, { recursive: true });
    await maker.close();
    // Another worker may have been quicker; either folder will do.
    await rename(finished, folder).catch(() => rm(finished, { recursive: true, force: true }));
    return folder;
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

  /** Ends the server at once, without a goodbye: as good as pulling the plug. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Ends the server as Ctrl-C does, everything written. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  /** Starts the server again, on the same port and data. Its keys stay, since they live with the data. */
  async resume(staticDir?: string): Promise<void> {
    const settings = {
      port: this.info?.port ?? 0,
      dataDir: this.dataDir,
      staticDir: staticDir ?? this.options.staticDir,
      // Every page from the shell: prerendered ones have tests of their own.
      pages: 'none',
      seed: this.options.seed,
      quiet: true,
    };
    const child = spawn(process.execPath, ['--import', 'tsx', RUNNER, JSON.stringify(settings)], {
      env: { ...process.env, ...this.options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    this.info = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) =>
        reject(new Error(`The server ended (${code}) before it was up:\n${errors}`)),
      );
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{"url"')) resolve(started.parse(JSON.parse(line)));
      });
    });
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private get running(): z.infer<typeof started> {
    if (!this.info) throw new Error('The server has not been started');
    return this.info;
  }
}
