import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Asked, Message, Question, Rows } from './pglite-messages.ts';
import { checkValues, isInStep, leavesDoubt } from './resync.ts';

interface Link {
  worker: Worker;
  waiting: Map<number, { resolve(rows: Rows): void; reject(error: Error): void }>;
}

const WORKER = fileURLToPath(new URL('pglite-start.mjs', import.meta.url));

/** Milliseconds that a session has to answer the question whether it is in step. */
const RESYNC_PATIENCE = 5_000;

/** PostgreSQL's error for a cancelled statement (SQLSTATE query_canceled). */
const cancelled = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

/**
 * PGlite on a data folder in a thread of its own. WebAssembly cannot be interrupted, so a statement over its time limit
 * ends the thread, and the folder is opened again: PostgreSQL's log keeps acknowledged writes, as after kill -9. Until
 * `renew`, further statements of that transaction are refused, because they must not run outside of it.
 */
export class PgliteThread {
  private link: Link | null = null;
  private broken: Error | null = null;
  private ending: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  /** True after an error that may have left the session in the middle of a statement. */
  private isDoubtful = false;
  private nextId = 1;
  private readonly listeners = new Map<string, Set<(payload: string) => void>>();

  constructor(private readonly dataDir: string) {}

  /**
   * Opens the folder again if necessary, also where the session gives wrong answers; called between transactions. Throws
   * when it cannot be opened.
   */
  async renew(): Promise<void> {
    if (this.isDoubtful) await this.resync();
    if (this.link !== null) return;
    if (this.isClosed) throw new Error('The database is closed');
    // Two threads on one folder would corrupt it.
    await this.ending;
    this.link = await this.open();
    this.broken = null;
    for (const channel of this.listeners.keys()) await this.ask({ kind: 'listen', channel });
  }

  /** `patience`: timeout in milliseconds. Throws the database's error, or 57014 after the timeout. */
  async ask(question: Question, patience?: number): Promise<Rows> {
    const { link } = this;
    if (this.broken !== null || link === null) throw this.broken ?? new Error('The database is not open');
    if (question.kind === 'query') checkValues(question.params);
    const id = this.nextId++;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Rows>((resolve, reject) => {
        link.waiting.set(id, { resolve, reject });
        if (patience !== undefined) timer = setTimeout(() => this.end(link, cancelled()), patience);
        link.worker.postMessage({ id, question } satisfies Asked);
      });
    } catch (error) {
      if (leavesDoubt(error)) this.isDoubtful = true;
      throw error;
    } finally {
      clearTimeout(timer);
      link.waiting.delete(id);
    }
  }

  private async resync(): Promise<void> {
    const { link } = this;
    const isSound =
      link !== null &&
      (await isInStep(
        async (sql) => (await this.ask({ kind: 'query', sql, params: [] }, RESYNC_PATIENCE)).rows,
      ));
    if (link !== null && !isSound) this.end(link, new Error('the session is out of step'));
    this.isDoubtful = false;
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const known = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, known.add(onPayload));
    if (known.size === 1) await this.ask({ kind: 'listen', channel });
    return async () => {
      known.delete(onPayload);
      if (known.size > 0) return;
      this.listeners.delete(channel);
      if (this.link !== null) await this.ask({ kind: 'unlisten', channel });
    };
  }

  async close(): Promise<void> {
    const { link } = this;
    this.isClosed = true;
    if (link === null) {
      await this.ending;
      return;
    }
    try {
      await this.ask({ kind: 'close' });
    } finally {
      this.link = null;
      await link.worker.terminate();
    }
  }

  private end(link: Link, error: Error): void {
    if (this.link !== link) return;
    this.link = null;
    this.broken = error;
    console.error(`The database thread ended, the folder will be opened again: ${error.message}`);
    this.ending = link.worker.terminate().then(() => {
      for (const { reject } of link.waiting.values()) reject(error);
    });
  }

  private open(): Promise<Link> {
    const worker = new Worker(WORKER, {
      workerData: { dataDir: this.dataDir },
      execArgv: [],
    });
    const link: Link = { worker, waiting: new Map() };
    return new Promise((resolve, reject) => {
      worker.on('message', (message: Message) => {
        if (message.kind === 'ready') resolve(link);
        else this.receive(link, message);
      });
      worker.on('error', (error: Error) => {
        reject(error);
        this.end(link, error);
      });
      worker.on('exit', () => {
        const error = new Error('The database thread ended unexpectedly');
        reject(error);
        this.end(link, error);
      });
    });
  }

  private receive(link: Link, message: Exclude<Message, { kind: 'ready' }>): void {
    if (message.kind === 'notified') {
      for (const tell of this.listeners.get(message.channel) ?? []) tell(message.payload);
      return;
    }
    const asked = link.waiting.get(message.id);
    if (message.kind === 'answer') {
      asked?.resolve(message.rows);
      return;
    }
    const { message: text, ...fields } = message.error;
    const error = Object.assign(
      message.isBroken ? new WebAssembly.RuntimeError(text) : new Error(text),
      fields,
    );
    if (message.isBroken) this.end(link, error);
    else asked?.reject(error);
  }
}
