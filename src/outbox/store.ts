/**
 * The queue of writes on this phone: the only thing here that exists nowhere else. Every change of a command's state is
 * one transaction, so that whoever is killed leaves a state that the next one understands.
 *
 * The schema is FROZEN at version 1: a tab or a worker of another release may have the database open. What changes is
 * the payload of a command, by its own version.
 */
import Dexie, { type Table } from 'dexie';
import {
  type Ack,
  type CommandError,
  type Draft,
  entityKey,
  isWaiting,
  type Stored,
  type StoredCommand,
} from './command';
import { kindNamed, known } from './commands/kinds';
import { epochOf, type KnownAnswers } from './epochs';
import { dependentsOf, parkedAmong } from './parking';
import { notStored, withPatience } from './storage-fault';

export const OUTBOX_DATABASE = 'danceflix-outbox';

/** Milliseconds for which a delivered command stays as a receipt: settled, and at the longest. */
const KEPT = { settled: 60 * 60_000, longest: 7 * 24 * 60 * 60_000 };

export type AllStored = { kind: 'stored'; commands: StoredCommand[] } | Exclude<Stored, { kind: 'stored' }>;

export type EditOutcome =
  | { kind: 'stored'; command: StoredCommand }
  | { kind: 'not-stored'; reason: 'full' | 'blocked' }
  /** It has been sent, or may have been: another write can follow, this one cannot be changed. */
  | { kind: 'too-late' };

export class OutboxStore {
  private readonly db: Dexie;

  constructor(
    private readonly now: () => number = Date.now,
    name: string = OUTBOX_DATABASE,
  ) {
    this.db = new Dexie(name, { chromeTransactionDurability: 'strict' });
    this.db.version(1).stores({ commands: '++seq, &id' });
  }

  private get commands(): Table<StoredCommand, number> {
    return this.db.table('commands');
  }

  /** All of them, in order of queueing. */
  all(): Promise<StoredCommand[]> {
    return this.commands.orderBy('seq').toArray();
  }

  close(): void {
    this.db.close();
  }

  /** Resolves once the command is on the disk. The same id again is the same command. */
  async add(draft: Draft, visitor: string | null): Promise<Stored> {
    const outcome = await this.addAll([draft], visitor);
    return outcome.kind === 'stored'
      ? { kind: 'stored', command: outcome.commands[0] as StoredCommand }
      : outcome;
  }

  /** All of them or none, in this order. */
  async addAll(drafts: readonly Draft[], visitor: string | null): Promise<AllStored> {
    try {
      await withPatience(this.db.open());
      const commands = await this.change(async (all) => {
        const added: StoredCommand[] = [];
        for (const draft of drafts) added.push(await this.addTo(all, draft, visitor));
        return added;
      });
      return { kind: 'stored', commands };
    } catch (error) {
      return notStored(error);
    }
  }

  private async addTo(
    all: readonly StoredCommand[],
    draft: Draft,
    visitor: string | null,
  ): Promise<StoredCommand> {
    const twin = draft.id === undefined ? undefined : all.find(({ id }) => id === draft.id);
    if (twin) return twin;
    const fresh = { ...this.fresh(draft, visitor), base: baseOf(draft, all) };
    const seq = await this.commands.add(fresh as StoredCommand);
    return { ...fresh, seq };
  }

  private fresh(draft: Draft, visitor: string | null): Omit<StoredCommand, 'seq'> {
    const now = this.now();
    return {
      id: draft.id ?? crypto.randomUUID(),
      kind: draft.kind,
      version: kindNamed(draft.kind)?.version ?? 1,
      entity: draft.entity,
      payload: draft.payload,
      base: draft.base ?? null,
      userId: draft.userId,
      visitor: draft.userId === null ? visitor : null,
      createdAt: now,
      status: 'queued',
      attempts: 0,
      dueAt: now,
      error: null,
      ack: null,
    };
  }

  /**
   * Puts a new command in the place of one that the server refused or never heard of. One that may have arrived is left
   * alone: its effect could not be taken back.
   */
  async replace(id: string, payload: unknown): Promise<EditOutcome> {
    try {
      await withPatience(this.db.open());
      return await this.change<EditOutcome>(async (all) => {
        const old = all.find((command) => command.id === id);
        if (!old || !known(old) || !mayReplace(old)) return { kind: 'too-late' };
        const { kind, entity, base, userId, visitor, createdAt, seq } = old;
        const fresh = this.fresh({ kind, entity, base, userId, payload }, visitor);
        const command = { ...fresh, createdAt, seq };
        await this.commands.put(command);
        return { kind: 'stored', command };
      });
    } catch (error) {
      return notStored(error);
    }
  }

  /** Due now, and no longer refused. A parked one waits for the one it depends on. */
  async retry(id: string): Promise<void> {
    await this.change(async (all) => {
      const command = all.find((one) => one.id === id);
      if (command?.status === 'rejected') {
        await this.patch(command, { status: 'queued', dueAt: this.now(), error: null });
      } else if (command && isWaiting(command)) await this.patch(command, { dueAt: this.now() });
    });
  }

  /** Lets a command go. What needs the row that it would have made goes with it. */
  async discard(id: string): Promise<void> {
    await this.change(async (all) => {
      const root = all.find((command) => command.id === id);
      if (root && root.status !== 'delivered') await this.remove(root, all);
    });
  }

  /** As `discard`, but only what no server can have heard of. False when one may have: it is left alone. */
  withdraw(id: string): Promise<boolean> {
    return this.change(async (all) => {
      const root = all.find((command) => command.id === id);
      if (root && !mayReplace(root)) return false;
      if (root) await this.remove(root, all);
      return true;
    });
  }

  private async remove(root: StoredCommand, all: readonly StoredCommand[]): Promise<void> {
    const lost = kindNamed(root.kind)?.creates ? dependentsOf(root, all) : [];
    await this.commands.bulkDelete([root, ...lost].map(({ seq }) => seq));
  }

  /** For whoever has just taken the flush lock: nobody else is sending, so what says so was cut off. */
  async recover(): Promise<void> {
    await this.change(async (all) => {
      for (const command of all) {
        if (command.status === 'sending') await this.patch(command, { status: 'queued', dueAt: this.now() });
      }
    });
  }

  /** Marks as being sent; null when it is gone or was changed meanwhile. */
  claim(id: string): Promise<StoredCommand | null> {
    return this.change(async (all) => {
      const command = all.find((one) => one.id === id);
      if (!command || !isWaiting(command)) return null;
      return this.patch(command, { status: 'sending', attempts: command.attempts + 1 });
    });
  }

  /** Later commands on the row are based on what this one made of it: its own version is no conflict to them. */
  async deliver(id: string, ack: Ack): Promise<void> {
    await this.change(async (all) => {
      const command = all.find((one) => one.id === id);
      if (!command) return;
      await this.patch(command, { status: 'delivered', error: null, ack });
      const { version } = ack;
      if (version === null) return;
      for (const later of dependentsOf(command, all)) {
        const { table, id: row } = later.entity;
        if (table !== command.entity.table || row !== command.entity.id || later.attempts > 0) continue;
        if ((later.base ?? 0) < version) await this.patch(later, { base: version });
      }
    });
  }

  /** Back into the queue until `dueAt`. */
  async postpone(
    id: string,
    dueAt: number,
    error: CommandError | null,
    status: 'queued' | 'attention' = 'queued',
  ): Promise<void> {
    await this.change(async (all) => {
      const command = all.find((one) => one.id === id);
      if (command?.status === 'sending') await this.patch(command, { status, dueAt, error });
    });
  }

  async reject(id: string, error: CommandError): Promise<void> {
    await this.change(async (all) => {
      const command = all.find((one) => one.id === id);
      if (command?.status === 'sending') await this.patch(command, { status: 'rejected', error });
    });
  }

  /** The replica holds these: they are overlaid no more. */
  async settle(ids: readonly string[]): Promise<void> {
    await this.change(async (all) => {
      for (const command of all) {
        if (ids.includes(command.id) && command.ack) {
          await this.patch(command, { ack: { ...command.ack, settled: true } });
        }
      }
    });
  }

  /**
   * The server, restored in `epoch`, was asked about these receipts: what it does not know is queued again and counted in
   * the answer. Of what it knows, every row of this epoch holds the effect, unless the version was counted in it.
   */
  restored(ids: readonly string[], known: KnownAnswers, epoch: string): Promise<number> {
    return this.change(async (all) => {
      let lost = 0;
      for (const command of all) {
        const { ack } = command;
        if (!ids.includes(command.id) || !ack || epochOf(ack) === epoch) continue;
        const answer = known.get(command.id);
        if (!answer) {
          lost += 1;
          // Unchanged but for that: should the server know it after all, it is a repetition.
          await this.patch(command, { status: 'queued', dueAt: this.now(), error: null, ack: null });
          continue;
        }
        const counted = answer.epoch === epoch && typeof answer.version === 'number' ? answer.version : 0;
        const version = ack.version === null ? null : counted;
        await this.patch(command, {
          ack: { ...ack, version, answer: { ...ack.answer, ...answer, version, epoch } },
        });
      }
      return lost;
    });
  }

  /** Drops receipts that nobody waits for any more. */
  async prune(): Promise<void> {
    await this.change(async (all) => {
      const now = this.now();
      const old = all.filter(({ ack }) => {
        const age = ack ? Math.abs(now - ack.at) : 0;
        return ack && age > (ack.settled ? KEPT.settled : KEPT.longest);
      });
      await this.commands.bulkDelete(old.map(({ seq }) => seq));
    });
  }

  /** Forgets a person's receipts, and what was not sent too when `unsent`. */
  async forget(userId: string, { unsent }: { unsent: boolean }): Promise<void> {
    await this.change(async (all) => {
      const gone = all.filter((one) => one.userId === userId && (unsent || one.status === 'delivered'));
      await this.commands.bulkDelete(gone.map(({ seq }) => seq));
    });
  }

  private async patch(command: StoredCommand, part: Partial<StoredCommand>): Promise<StoredCommand> {
    const next = { ...command, ...part };
    await this.commands.put(next);
    return next;
  }

  /** One transaction: reads all, changes, then parks and releases what depends on rejected ones. */
  private change<T>(work: (all: StoredCommand[]) => Promise<T>): Promise<T> {
    return this.db.transaction('rw', this.commands, async () => {
      const result = await work(await this.all());
      const all = await this.all();
      const parked = parkedAmong(all);
      for (const command of all) {
        if (parked.has(command.id) && isWaiting(command)) await this.patch(command, { status: 'parked' });
        else if (command.status === 'parked' && !parked.has(command.id)) {
          await this.patch(command, { status: 'queued', dueAt: this.now() });
        }
      }
      return result;
    });
  }
}

/** The screen that was seen had this phone's own delivered writes on it, whether or not the replica holds them yet. */
function baseOf({ base = null, entity, userId }: Draft, all: readonly StoredCommand[]): number | null {
  const own = all.filter(
    (one) => one.userId === userId && entityKey(one.entity) === entityKey(entity) && one.ack?.version,
  );
  const versions = own.flatMap(({ ack }) => ack?.version ?? []);
  return versions.length === 0 ? base : Math.max(base ?? 0, ...versions);
}

function mayReplace({ status, attempts }: StoredCommand): boolean {
  if (status === 'rejected') return true;
  return (status === 'queued' || status === 'parked') && attempts === 0;
}
