/**
 * The queue of writes on this phone, the only data here that exists nowhere else. Every change of a command's state is
 * one transaction, so that a tab that is killed leaves a consistent state.
 *
 * The schema is FROZEN at version 1: a tab or a worker of another release may have the database open. A release changes
 * only the payload of a command, by its own version.
 */
import { entityKey, isWaiting, OUTBOX_NAME, type RawCommand } from './command';
import { parentsOf } from './commands/kinds';
import { Neighbours } from './neighbours';
import { parkedAmong } from './parking';
import { QueueDatabase, type WritableCommands } from './queue-database';

/** Transactions over the queue; sending-store.ts and store.ts define the changes. */
export abstract class StoredQueue {
  protected readonly db: QueueDatabase;
  private neighbours = new Neighbours();
  /**
   * The connection that `neighbours` was built from: a database that was cleared under the page counts from 1 again.
   */
  private connection: object | null = null;

  constructor(
    protected readonly now: () => number = Date.now,
    name: string = OUTBOX_NAME,
    /** The moment that people read, at which the server would say that a command was made. */
    protected readonly madeAt: () => number = now,
  ) {
    this.db = new QueueDatabase(name);
  }

  /** All commands, in order of queueing. */
  all(): Promise<RawCommand[]> {
    return this.db.read((commands) => commands.all());
  }

  /** Commands that were queued after this one. */
  after(seq: number): Promise<RawCommand[]> {
    return this.db.read((commands) => commands.after(seq));
  }

  close(): void {
    this.db.close();
  }

  /** Runs one transaction. After a failure `neighbours` is reset: what it learned may never have been stored. */
  protected async write<T>(work: (commands: WritableCommands) => Promise<T>): Promise<T> {
    try {
      return await this.db.write(work);
    } catch (error) {
      this.neighbours = new Neighbours();
      throw error;
    }
  }

  /** Commands that touch these rows or are connected with those that do. */
  protected async around(commands: WritableCommands, rows: readonly string[]): Promise<RawCommand[]> {
    if (commands.connection !== this.connection) this.neighbours = new Neighbours();
    this.connection = commands.connection;
    this.neighbours.learn(await commands.after(this.neighbours.last));
    const seqs = this.neighbours.around(rows);
    const found = await commands.at(seqs);
    for (const [index, seq] of seqs.entries()) if (!found[index]) this.neighbours.forget(seq);
    return found.filter((command) => command !== undefined);
  }

  /**
   * Parks and unparks the commands that depend on refused ones, among all that are connected with these.
   */
  protected async park(
    commands: WritableCommands,
    changed: readonly RawCommand[],
  ): Promise<Map<number, RawCommand>> {
    const patched = new Map<number, RawCommand>();
    const others = await this.around(commands, changed.flatMap(rowsOf));
    const parked = parkedAmong(others);
    for (const command of others) {
      if (parked.has(command.id) && isWaiting(command)) {
        patched.set(command.seq, await commands.patch(command, { status: 'parked' }));
      } else if (command.status === 'parked' && !parked.has(command.id)) {
        patched.set(command.seq, await commands.patch(command, { status: 'queued', dueAt: this.now() }));
      }
    }
    return patched;
  }

  /** One transaction: reads a command and all that are connected with it, applies `work`, parks and unparks. */
  protected changeOne<T>(
    id: string,
    work: (commands: WritableCommands, command: RawCommand, others: readonly RawCommand[]) => Promise<T>,
  ): Promise<T | null> {
    return this.write(async (commands) => {
      const command = await commands.find(id);
      if (!command) return null;
      const result = await work(commands, command, await this.around(commands, rowsOf(command)));
      await this.park(commands, [command]);
      return result;
    });
  }

  /** Like `changeOne`, over the whole queue. */
  change<T>(work: (commands: WritableCommands, all: RawCommand[]) => Promise<T>): Promise<T> {
    return this.write(async (commands) => {
      const all = await commands.all();
      const result = await work(commands, all);
      await this.park(commands, all);
      return result;
    });
  }
}

const rowsOf = (command: RawCommand) => [command.entity, ...parentsOf(command)].map(entityKey);
