/** The queue's database, with `idb`: the service worker carries it too, and Dexie is twenty times as large. */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { announceChange } from './announcements';
import type { Command, RawCommand } from './command';

const VERSION = 1;
const STORE = 'commands';

interface QueueSchema extends DBSchema {
  commands: { key: number; value: RawCommand; indexes: { id: string } };
}

type Connection = IDBPDatabase<QueueSchema>;
type Mode = 'readonly' | 'readwrite';

/**
 * The commands within one transaction, which ends when nothing is asked of it: between two questions only these methods
 * may be awaited.
 */
export class Commands<M extends Mode = Mode> {
  hasChanged = false;

  constructor(
    private readonly store: IDBPObjectStore<QueueSchema, [typeof STORE], typeof STORE, M>,
    /** Another one after the database was closed; it may have been cleared meanwhile. */
    readonly connection: object,
  ) {}

  /** In order of queueing. */
  all(): Promise<RawCommand[]> {
    return this.store.getAll();
  }

  /** The commands queued after this one, in order. */
  after(seq: number): Promise<RawCommand[]> {
    return this.store.getAll(IDBKeyRange.lowerBound(seq, true));
  }

  at(seqs: readonly number[]): Promise<(RawCommand | undefined)[]> {
    return Promise.all(seqs.map((seq) => this.store.get(seq)));
  }

  find(id: string): Promise<RawCommand | undefined> {
    return this.store.index('id').get(id);
  }
}

export class WritableCommands extends Commands<'readwrite'> {
  constructor(
    private readonly writable: IDBPObjectStore<QueueSchema, [typeof STORE], typeof STORE, 'readwrite'>,
    connection: object,
  ) {
    super(writable, connection);
  }

  /** Resolves to the `seq` that the database gave it. */
  add(command: Command): Promise<number> {
    this.hasChanged = true;
    return this.writable.add(command as RawCommand);
  }

  async patch(command: RawCommand, part: Partial<RawCommand>): Promise<RawCommand> {
    this.hasChanged = true;
    const next = { ...command, ...part };
    await this.writable.put(next);
    return next;
  }

  async remove(commands: readonly RawCommand[]): Promise<void> {
    if (commands.length > 0) this.hasChanged = true;
    await Promise.all(commands.map(({ seq }) => this.writable.delete(seq)));
  }
}

export class QueueDatabase {
  private opening: Promise<Connection> | null = null;

  constructor(readonly name: string) {}

  /** Opens the database, if it is not open; a failed opening is tried again by the next call. */
  async open(): Promise<void> {
    await this.connect();
  }

  /** Closes it until it is used again. */
  close(): void {
    const { opening } = this;
    this.opening = null;
    // An opening that failed was reported to the caller that began it.
    opening?.then((connection) => connection.close()).catch(() => undefined);
  }

  async read<T>(work: (commands: Commands<'readonly'>) => Promise<T>): Promise<T> {
    const { transaction, connection } = await this.begin('readonly');
    return work(new Commands(transaction.store, connection));
  }

  /** Everything that `work` writes is on the disk when this resolves, and nothing of it when it rejects. */
  async write<T>(work: (commands: WritableCommands) => Promise<T>): Promise<T> {
    const { transaction, connection } = await this.begin('readwrite');
    const commands = new WritableCommands(transaction.store, connection);
    // Awaited below, unless `work` fails.
    transaction.done.catch(() => undefined);
    let result: T;
    try {
      result = await work(commands);
    } catch (error) {
      abort(transaction);
      // The next transaction sees the queue as it was before.
      await transaction.done.catch(() => undefined);
      throw error;
    }
    await transaction.done;
    if (commands.hasChanged) announceChange(this.name);
    return result;
  }

  private async begin<M extends Mode>(mode: M) {
    const connection = await this.connect();
    try {
      return begun(connection, mode);
    } catch (error) {
      // The browser closed the connection without a word, as after the data of the site were deleted.
      if (!isInvalidState(error)) throw error;
      this.close();
      return begun(await this.connect(), mode);
    }
  }

  private connect(): Promise<Connection> {
    if (this.opening) return this.opening;
    const opening = this.openNow(() => {
      if (this.opening === opening) this.opening = null;
    });
    this.opening = opening;
    opening.catch(() => {
      if (this.opening === opening) this.opening = null;
    });
    return opening;
  }

  private async openNow(onGone: () => void): Promise<Connection> {
    const connection = await openDB<QueueSchema>(this.name, VERSION, {
      upgrade: (fresh) => {
        const store = fresh.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true });
        store.createIndex('id', 'id', { unique: true });
      },
      // Another tab deletes the database.
      blocking: () => {
        onGone();
        connection.close();
      },
      terminated: onGone,
    });
    return connection;
  }
}

function begun<M extends Mode>(connection: Connection, mode: M) {
  // A battery that runs empty loses nothing that was reported as stored.
  return { transaction: connection.transaction(STORE, mode, { durability: 'strict' }), connection };
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch (error) {
    // A request that failed has aborted it.
    if (!isInvalidState(error)) throw error;
  }
}

const isInvalidState = (error: unknown) => error instanceof Error && error.name === 'InvalidStateError';
