/**
 * Runs the embedded server with N synthetic teachers in a separate process, so that its work is not
 * counted as the bench's.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('server-process.ts', import.meta.url));

export type Order = { kind: 'seed'; teachers: number } | { kind: 'query'; sql: string; params: unknown[] };

export interface Ready {
  url: string;
  secretKey: string;
}

export type Reply = { id: number; value: unknown } | { id: number; error: string };

export class BenchServer {
  private next = 0;
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly secretKey: string,
  ) {
    child.on('message', (reply: Reply) => {
      this.waiting.get(reply.id)?.(reply);
      this.waiting.delete(reply.id);
    });
  }

  /**
   * The database is in memory: nothing is left behind. With `renderer` pages are rendered as `npm
   * start` does, without it every page is the shell.
   */
  static async start(staticDir: string, renderer?: string): Promise<BenchServer> {
    const child = fork(RUNNER, renderer ? [staticDir, renderer] : [staticDir], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const { url, secretKey } = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Ready));
      child.once('error', reject);
      child.once('exit', (code) =>
        reject(new Error(`The server ended (${code}) before it was up:\n${errors}`)),
      );
    });
    return new BenchServer(child, url, secretKey);
  }

  /** Makes the database hold exactly this number of synthetic teachers. */
  async seed(teachers: number): Promise<void> {
    await this.order({ kind: 'seed', teachers });
    // The bench times single changes in quick succession: none waits for the ten seconds after the hint before.
    await this.query(`create or replace function app.hint_interval() returns interval
      language sql immutable set search_path = '' as $$ select interval '0' $$`);
    // The product's timer writes it within a minute.
    const written = await fetch(`${this.url}/functions/v1/search-file`, {
      method: 'POST',
      headers: { apikey: this.secretKey },
    });
    if (!written.ok) throw new Error(`The search file was not written: ${written.status}`);
  }

  async query<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return (await this.order({ kind: 'query', sql, params })) as T[];
  }

  /** Kills the process at once, without a shutdown. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  private order(order: Order): Promise<unknown> {
    this.next += 1;
    const id = this.next;
    return new Promise((resolve, reject) => {
      this.child.once('exit', reject);
      this.waiting.set(id, (reply) => {
        this.child.off('exit', reject);
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.value);
      });
      this.child.send({ id, order });
    });
  }
}
