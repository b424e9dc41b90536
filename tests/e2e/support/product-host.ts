/**
 * Runs servers for product.ts in another process. One process per worker serves test after test,
 * until a test kills it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import { TEST_LIMIT } from '../../support/limits';
import { serverProgram } from './server-bundle';

const answered = z.object({ id: z.number(), value: z.unknown().optional(), error: z.string().optional() });
type Answer = z.infer<typeof answered>;

export class ProductHost {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private asked = 0;
  private errors = '';

  constructor() {
    const { file, execArgv, server } = serverProgram();
    this.child = fork(file, [server], {
      execArgv,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.errors += chunk.toString();
    });
    this.child.on('message', (message) => this.receive(answered.parse(message)));
    this.child.once('exit', (code) => this.lose(new Error(`The server ended (${code}):\n${this.errors}`)));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null && this.child.connected;
  }

  ask(ask: unknown): Promise<unknown> {
    if (!this.isRunning) return Promise.reject(new Error('The server is down'));
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      // Names the call when a test hangs.
      const late = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error(`No answer in ${TEST_LIMIT / 1000} s: ${JSON.stringify(ask)}\n${this.errors}`));
      }, TEST_LIMIT);
      const settled = <T>(then: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(late);
          then(value);
        };
      };
      this.waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.child.send({ id, ask });
    });
  }

  /** Kills the process, like a power cut. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  private receive({ id, value, error }: Answer): void {
    const asking = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) asking?.resolve(value);
    else asking?.reject(new Error(error));
  }

  private lose(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

let common: ProductHost | undefined;

/**
 * The worker's shared process, for servers that are not going to be killed; a new one after a kill.
 */
export function commonHost(): ProductHost {
  if (!common?.isRunning) common = new ProductHost();
  return common;
}
