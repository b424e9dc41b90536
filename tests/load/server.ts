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
  /** Why the process ended, if it did: nothing that is asked then is ever answered. */
  gone: string | null = null;
  private readonly replies = new Map<number, (reply: Reply) => void>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
    readonly url: string,
    readonly publishableKey: string,
    /** The secret that signs its tokens. */
    readonly jwtSecret: string,
  ) {
    child.on('message', (reply: Reply) => this.replies.get(reply.id)?.(reply));
    child.once('exit', (code, signal) => {
      this.gone = `The server ended (${code ?? signal})`;
      for (const [id, answer] of this.replies) answer({ id, error: this.gone });
    });
  }

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

  async query<T>(sql: string, ...params: unknown[]): Promise<T[]> {
    if (this.gone !== null) throw new Error(this.gone);
    this.next += 1;
    const id = this.next;
    const reply = await new Promise<Reply>((resolve) => {
      this.replies.set(id, resolve);
      this.child.send({ id, sql, params } satisfies Order);
    });
    this.replies.delete(id);
    if ('error' in reply) throw new Error(reply.error);
    return reply.rows as T[];
  }

  async stop(): Promise<void> {
    if (this.gone === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await gone;
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
