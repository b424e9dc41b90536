/** Starts the server under load and queries its database. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('server-process.ts', import.meta.url));

export interface Ready {
  url: string;
  publishableKey: string;
}

export interface Order {
  id: number;
  sql: string;
  params: unknown[];
}

export type Reply = { id: number; rows: unknown[] } | { id: number; error: string };

export class LoadServer {
  private next = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
    readonly url: string,
    readonly publishableKey: string,
    /** The secret that signs its tokens. */
    readonly jwtSecret: string,
  ) {}

  static async start(size: { teachers: number; students: number }, databaseUrl = ''): Promise<LoadServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'danceflix-load-'));
    const child = fork(RUNNER, [dataDir, String(size.teachers), String(size.students), databaseUrl], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Ready));
      child.once('exit', (code) => reject(new Error(`The server ended (${code}) before it was up`)));
    });
    const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as { jwtSecret: string };
    return new LoadServer(child, dataDir, ready.url, ready.publishableKey, keys.jwtSecret);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  query<T>(sql: string, ...params: unknown[]): Promise<T[]> {
    this.next += 1;
    const id = this.next;
    return new Promise((resolve, reject) => {
      const hear = (reply: Reply) => {
        if (reply.id !== id) return;
        this.child.off('message', hear);
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.rows as T[]);
      };
      this.child.on('message', hear);
      this.child.send({ id, sql, params } satisfies Order);
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await gone;
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
