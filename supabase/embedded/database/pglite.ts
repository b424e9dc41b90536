import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import type { Database, Statements } from '../database.ts';
import { createMutex } from '../mutex.ts';
import { messageOf, StartFailure } from '../start-failure.ts';
import type { Question, Rows } from './pglite-messages.ts';
import { openInThisThread } from './pglite-open.ts';
import { PgliteThread } from './pglite-thread.ts';
import { checkValues, isInStep, leavesDoubt } from './resync.ts';

/**
 * Timeout in milliseconds of one statement of a request, after which its thread is ended. Longer than on hosted
 * Supabase, because here the folder has to be opened again, which a busy computer must not cause.
 */
const PATIENCE = 10_000;

export interface PgliteOptions {
  dataDir?: string;
  loadDataDir?: Blob;
  /** Timeout in milliseconds; see `PATIENCE`. */
  statementLimit?: number | undefined;
}

export async function openPglite(options: PgliteOptions): Promise<Database> {
  const { dataDir, loadDataDir } = options;
  try {
    // No thread in memory: the data could not be opened again after its end.
    if (dataDir === undefined) return inMemory(await openInThisThread({ loadDataDir }));
    const thread = new PgliteThread(dataDir);
    await thread.renew();
    return onFolder(thread, await connectionTo(thread, options.statementLimit ?? PATIENCE));
  } catch (error) {
    throw new StartFailure(`Cannot open the data folder ${dataDir ?? '(memory)'}: ${messageOf(error)}`);
  }
}

function inMemory(connection: PgliteConnection): Database {
  const pglite = connection.driver;
  let isDoubtful = false;
  const ask = pglite.query.bind(pglite);
  // The library asks the driver itself.
  pglite.query = async (sql, params, options) => {
    checkValues(params ?? []);
    try {
      return await ask(sql, params, options);
    } catch (error) {
      if (leavesDoubt(error)) isDoubtful = true;
      throw error;
    }
  };
  const resync = async () => {
    if (isDoubtful && !(await isInStep(async (sql) => (await ask(sql)).rows)))
      throw new Error('The database in memory is out of step and cannot be opened again');
    isDoubtful = false;
  };
  const { mutex, serialise } = turns(async () => {
    await resync();
    await pglite.exec('rollback');
  });
  const inTurn = <T>(work: () => Promise<T>) =>
    mutex(async () => {
      await resync();
      return work();
    });
  const statements: Statements = {
    exec: async (sql) => {
      await pglite.exec(sql);
    },
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      (await pglite.query<T>(sql, [...params])).rows,
  };
  return {
    ...databaseOf(connection, inTurn, statements),
    serialise,
    listen: (channel, onPayload) => mutex(() => pglite.listen(channel, onPayload)),
    dump: () => mutex(() => pglite.dumpDataDir('none')),
    close: once(() => mutex(() => connection.close())),
  };
}

function onFolder(thread: PgliteThread, connection: PgliteConnection): Database {
  const { mutex, serialise } = turns(async () => {
    await thread.renew();
    await thread.ask({ kind: 'exec', sql: 'rollback' });
  });
  // Statements of the server itself (migrations, nightly clean-up) have no time limit.
  const statements: Statements = {
    exec: async (sql) => {
      await thread.ask({ kind: 'exec', sql });
    },
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      (await thread.ask({ kind: 'query', sql, params })).rows as T[],
  };
  const open = <T>(work: () => Promise<T>) =>
    mutex(async () => {
      await thread.renew();
      return work();
    });
  return {
    ...databaseOf(connection, open, statements),
    serialise: (work) =>
      serialise(async () => {
        await thread.renew();
        return work();
      }),
    listen: (channel, onPayload) => open(() => thread.listen(channel, onPayload)),
    close: once(() => mutex(() => thread.close())),
  };
}

/** Runs one piece of work at a time. After a failure the session is passed on outside of any transaction. */
function turns(endTurn: () => Promise<unknown>) {
  const mutex = createMutex();
  const serialise = <T>(work: () => Promise<T>) =>
    mutex(async () => {
      try {
        return await work();
      } finally {
        await endTurn();
      }
    });
  return { mutex, serialise };
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

function databaseOf(
  connection: PgliteConnection,
  turn: Turn,
  statements: Statements,
): Pick<Database, 'driver' | 'connection' | 'exec' | 'query' | 'transaction'> {
  return {
    driver: 'pglite',
    connection,
    exec: (sql) => turn(() => statements.exec(sql)),
    query: (sql, params) => turn(() => statements.query(sql, params)),
    transaction: (work) =>
      turn(async () => {
        await statements.exec('begin');
        try {
          const result = await work(statements);
          await statements.exec('commit');
          return result;
        } catch (error) {
          // The rollback fails when the session has ended, and its transaction with it; the first error is reported.
          await statements.exec('rollback').catch(() => undefined);
          throw error;
        }
      }),
  };
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
}

const never = () => new Promise<never>(() => undefined);

/** A file system that never opens, so that the PGlite on it never starts. */
class Nowhere {
  init = never;
  initialSyncFs = never;
  syncToFs = never;
  closeFs = never;
  dumpTar = never;
}

/**
 * The library's connection creates its own PGlite. This one never starts and forwards its statements to the thread,
 * each with `patience` milliseconds.
 */
async function connectionTo(thread: PgliteThread, patience: number): Promise<PgliteConnection> {
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  const connection = await createPgliteConnection({
    pgliteOptions: {
      ...{ fs: new Nowhere(), fsBundle: new Blob(), initialMemory: 64 * 1024 },
      ...{ pgliteWasmModule: empty, initdbWasmModule: empty },
    },
  });
  const ask = (question: Question): Promise<Rows> => thread.ask(question, patience);
  Object.assign(connection.driver, {
    query: (sql: string, params: readonly unknown[] = []) => ask({ kind: 'query', sql, params }),
    exec: async (sql: string) => [await ask({ kind: 'exec', sql })],
    close: () => thread.close(),
  });
  return connection;
}
