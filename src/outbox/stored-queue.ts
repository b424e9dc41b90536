/**
 * The queue of writes on this phone, the only data here that exists nowhere else. Every change of a command's state is
 * one transaction, so that a tab that is killed leaves a consistent state.
 *
 * The schema is FROZEN at version 1: a tab or a worker of another release may have the database open. A release changes
 * only the payload of a command, by its own version.
 */
import Dexie, { type Table } from 'dexie';
import { entityKey, isWaiting, OUTBOX_NAME, type RawCommand } from './command';
import { parentsOf } from './commands/kinds';
import { Neighbours } from './neighbours';
import { parkedAmong } from './parking';

/** Transactions over the queue; store.ts defines the changes. */
export abstract class StoredQueue {
  protected readonly db: Dexie;
  private neighbours = new Neighbours();
  /**
   * The connection that `neighbours` was built from: a database that was cleared under the page counts from 1 again.
   */
  private opening: IDBDatabase | null = null;

  constructor(
    protected readonly now: () => number = Date.now,
    name: string = OUTBOX_NAME,
  ) {
    this.db = new Dexie(name, { chromeTransactionDurability: 'strict' });
    this.db.version(1).stores({ commands: '++seq, &id' });
  }

  protected get commands(): Table<RawCommand, number> {
    return this.db.table('commands');
  }

  /** All commands, in order of queueing. */
  all(): Promise<RawCommand[]> {
    return this.commands.orderBy('seq').toArray();
  }

  /** Commands that were queued after this one. */
  after(seq: number): Promise<RawCommand[]> {
    return this.commands.where('seq').above(seq).sortBy('seq');
  }

  close(): void {
    this.db.close();
  }

  protected async patch(command: RawCommand, part: Partial<RawCommand>): Promise<RawCommand> {
    const next = { ...command, ...part };
    await this.commands.put(next);
    return next;
  }

  /** Runs one transaction. After a failure `neighbours` is reset: what it learned may never have been stored. */
  protected async write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.db.transaction('rw', this.commands, work);
    } catch (error) {
      this.neighbours = new Neighbours();
      throw error;
    }
  }

  protected find(id: string): Promise<RawCommand | undefined> {
    return this.commands.where('id').equals(id).first() as Promise<RawCommand | undefined>;
  }

  /** Commands that touch these rows or are connected with those that do; within a transaction. */
  protected async around(rows: readonly string[]): Promise<RawCommand[]> {
    const opening = this.db.backendDB();
    if (opening !== this.opening) this.neighbours = new Neighbours();
    this.opening = opening;
    this.neighbours.learn(await this.after(this.neighbours.last));
    const seqs = this.neighbours.around(rows);
    const found = await this.commands.bulkGet(seqs);
    for (const [index, seq] of seqs.entries()) if (!found[index]) this.neighbours.forget(seq);
    return found.filter((command) => command !== undefined);
  }

  /**
   * Parks and unparks the commands that depend on refused ones, among all that are connected with these; within a
   * transaction.
   */
  protected async park(changed: readonly RawCommand[]): Promise<Map<number, RawCommand>> {
    const patched = new Map<number, RawCommand>();
    const others = await this.around(changed.flatMap(rowsOf));
    const parked = parkedAmong(others);
    for (const command of others) {
      if (parked.has(command.id) && isWaiting(command)) {
        patched.set(command.seq, await this.patch(command, { status: 'parked' }));
      } else if (command.status === 'parked' && !parked.has(command.id)) {
        patched.set(command.seq, await this.patch(command, { status: 'queued', dueAt: this.now() }));
      }
    }
    return patched;
  }

  /** One transaction: reads a command and all that are connected with it, applies `work`, parks and unparks. */
  protected changeOne<T>(
    id: string,
    work: (command: RawCommand, others: readonly RawCommand[]) => Promise<T>,
  ): Promise<T | null> {
    return this.write(async () => {
      const command = await this.find(id);
      if (!command) return null;
      const result = await work(command, await this.around(rowsOf(command)));
      await this.park([command]);
      return result;
    });
  }

  /** Like `changeOne`, over the whole queue. */
  protected change<T>(work: (all: RawCommand[]) => Promise<T>): Promise<T> {
    return this.write(async () => {
      const all = await this.all();
      const result = await work(all);
      await this.park(all);
      return result;
    });
  }
}

const rowsOf = (command: RawCommand) => [command.entity, ...parentsOf(command)].map(entityKey);
