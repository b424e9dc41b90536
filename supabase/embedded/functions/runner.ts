import { Worker } from 'node:worker_threads';
import { messageOf } from '../start-failure.ts';
import { bundleFunction, fingerprint } from './bundle.ts';
import type { CallMessage, WorkerMessage, WorkerStart } from './messages.ts';

export interface RunnerOptions {
  functionsDir: string;
  env: Record<string, string>;
  /** Timeout of one call in milliseconds, after which its thread is ended. */
  timeLimit: number;
}

export type CallResult =
  | { kind: 'answer'; response: Response }
  | { kind: 'failed'; status: 500 | 503 | 546; code: string; message: string };

interface Running {
  worker: Worker;
  stamp: string;
  inputs: string[];
  waiting: Map<number, (result: CallResult) => void>;
}

const MEMORY_MB = 256;
/** Headers in which a client could forge its address. */
const CLAIMED_ADDRESSES = ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip', 'forwarded'];

/**
 * Runs each function in a thread of its own that is reused. A thread that crashes, runs out of memory or exceeds the
 * timeout is ended together with its running calls; the next call starts a new one.
 */
export class FunctionRunner {
  private readonly running = new Map<string, Promise<Running>>();
  private nextId = 1;

  constructor(private readonly options: RunnerOptions) {}

  /** `address`: the client's address, which the function finds in the header that a gateway sets. */
  async call(name: string, request: Request, address: string): Promise<CallResult> {
    const headers = [...request.headers].filter(([header]) => !CLAIMED_ADDRESSES.includes(header));
    const message: CallMessage = {
      id: this.nextId++,
      url: request.url,
      method: request.method,
      headers: [...headers, ['x-forwarded-for', address]],
      body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
    };
    let running: Running;
    try {
      running = await this.current(name);
    } catch (error) {
      return {
        kind: 'failed',
        status: 503,
        code: 'BOOT_ERROR',
        message: `Function failed to start: ${messageOf(error)}`,
      };
    }
    return this.ask(name, running, message);
  }

  async close(): Promise<void> {
    const all = [...this.running.keys()];
    await Promise.all(all.map((name) => this.end(name)));
  }

  private ask(name: string, running: Running, message: CallMessage): Promise<CallResult> {
    const { worker, waiting } = running;
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        settle({ kind: 'failed', status: 546, code: 'WORKER_LIMIT', message: 'Function took too long' });
        void this.end(name, running);
      }, this.options.timeLimit);
      const settle = (result: CallResult) => {
        clearTimeout(limit);
        waiting.delete(message.id);
        resolve(result);
      };
      waiting.set(message.id, settle);
      worker.postMessage(message, message.body === null ? [] : [message.body.buffer as ArrayBuffer]);
    });
  }

  private async current(name: string): Promise<Running> {
    const known = this.running.get(name);
    if (known) {
      const running = await known;
      if ((await fingerprint(running.inputs)) === running.stamp) return running;
      await this.end(name, running);
    }
    const again = this.running.get(name);
    if (again) return again;
    const started = this.start(name);
    this.running.set(name, started);
    started.catch(() => {
      if (this.running.get(name) === started) this.running.delete(name);
    });
    return started;
  }

  private async start(name: string): Promise<Running> {
    const { code, inputs } = await bundleFunction(this.options.functionsDir, name);
    const data: WorkerStart = { code, env: this.options.env };
    const worker = new Worker(new URL('worker.mjs', import.meta.url), {
      workerData: data,
      // A function gets its secrets through Deno.env and never sees the server's environment.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.unref();
    const running: Running = { worker, stamp: await fingerprint(inputs), inputs, waiting: new Map() };
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        void worker.terminate();
        reject(new Error('the function took too long to start'));
      }, this.options.timeLimit);
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') return resolve();
        running.waiting.get(message.id)?.(resultOf(message));
      });
      worker.on('error', (error: unknown) => {
        console.error(`function ${name}:`, messageOf(error));
        reject(error);
      });
      worker.once('exit', () => {
        clearTimeout(limit);
        reject(new Error('the function’s thread ended unexpectedly'));
        this.forget(name, running);
      });
      worker.once('message', () => clearTimeout(limit));
    });
    return running;
  }

  private forget(name: string, running: Running): void {
    void this.running.get(name)?.then((current) => {
      if (current === running) this.running.delete(name);
    });
    for (const settle of [...running.waiting.values()]) {
      settle({ kind: 'failed', status: 500, code: 'WORKER_ERROR', message: 'Function exited' });
    }
  }

  private async end(name: string, expected?: Running): Promise<void> {
    const running = await this.running.get(name)?.catch(() => undefined);
    if (!running || (expected && running !== expected)) return;
    this.running.delete(name);
    await running.worker.terminate();
  }
}

function resultOf(message: Exclude<WorkerMessage, { kind: 'ready' }>): CallResult {
  if (message.kind === 'failed') {
    return { kind: 'failed', status: 500, code: 'WORKER_ERROR', message: message.message };
  }
  const bodyless = [101, 204, 205, 304].includes(message.status);
  const body = bodyless ? null : new Uint8Array(message.body);
  return {
    kind: 'answer',
    response: new Response(body, { status: message.status, headers: message.headers }),
  };
}
