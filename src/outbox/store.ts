/** Changes of commands that a page makes; sending-store.ts has those that sending makes. */
import { type Draft, entityKey, isWaiting, type NotStored, type RawCommand, type Stored } from './command';
import { kindNamed, known } from './commands/kinds';
import { epochOf, type KnownAnswers } from './epochs';
import { baseOf, freshCommand, mayReplace } from './fresh-command';
import { dependentsOf } from './parking';
import type { WritableCommands } from './queue-database';
import { SendingStore } from './sending-store';
import { notStored, withPatience } from './storage-fault';

export type AllStored = { kind: 'stored'; commands: RawCommand[] } | Exclude<Stored, { kind: 'stored' }>;

export type EditOutcome =
  | { kind: 'stored'; command: RawCommand }
  | { kind: 'not-stored'; reason: NotStored }
  /** The command has been sent, or may have been: another write can follow, this one cannot be changed. */
  | { kind: 'too-late' };

export class OutboxStore extends SendingStore {
  /** Resolves once the command is on the disk. A draft with an id that is already stored is the same command. */
  async add(draft: Draft, visitor: string | null): Promise<Stored> {
    const outcome = await this.addAll([draft], visitor);
    if (outcome.kind !== 'stored') return outcome;
    const [command] = outcome.commands;
    return command ? { kind: 'stored', command } : { kind: 'not-stored', reason: 'blocked' };
  }

  /** Stores all of them or none, in this order. */
  async addAll(drafts: readonly Draft[], visitor: string | null): Promise<AllStored> {
    try {
      await withPatience(this.db.open());
      const stored = await this.write(async (commands) => {
        const added: RawCommand[] = [];
        for (const draft of drafts) added.push(await this.addTo(commands, draft, visitor));
        const parked = await this.park(commands, added);
        return added.map((command) => parked.get(command.seq) ?? command);
      });
      return { kind: 'stored', commands: stored };
    } catch (error) {
      return notStored(error);
    }
  }

  private async addTo(commands: WritableCommands, draft: Draft, visitor: string | null): Promise<RawCommand> {
    const twin = draft.id === undefined ? undefined : await commands.find(draft.id);
    if (twin) return twin;
    const others = await this.around(commands, [entityKey(draft.entity)]);
    const fresh = { ...freshCommand(draft, visitor, this.now(), this.madeAt()), base: baseOf(draft, others) };
    const seq = await commands.add(fresh);
    return { ...fresh, seq };
  }

  /**
   * Replaces a command that the server refused or never received. A command that may have arrived is left unchanged:
   * its effect could not be undone.
   */
  async replace(id: string, payload: unknown): Promise<EditOutcome> {
    try {
      await withPatience(this.db.open());
      const outcome = await this.changeOne<EditOutcome>(id, async (commands, old) => {
        if (!known(old) || !mayReplace(old)) return { kind: 'too-late' };
        const { kind, entity, base, userId, visitor, seq } = old;
        const fresh = freshCommand(
          { kind, entity, base, userId, payload },
          visitor,
          this.now(),
          this.madeAt(),
        );
        const command = { ...fresh, seq };
        return { kind: 'stored', command: await commands.patch(command, {}) };
      });
      return outcome ?? { kind: 'too-late' };
    } catch (error) {
      return notStored(error);
    }
  }

  /** Makes a command due now and clears a refusal. A parked command still waits for the one that it depends on. */
  async retry(id: string): Promise<void> {
    await this.changeOne(id, async (commands, command) => {
      if (command.status === 'rejected') {
        await commands.patch(command, { status: 'queued', dueAt: this.now(), error: null });
      } else if (isWaiting(command)) await commands.patch(command, { dueAt: this.now() });
    });
  }

  /** Deletes a command and every command that depends on the row it creates. */
  async discard(id: string): Promise<void> {
    await this.changeOne(id, async (commands, root, others) => {
      if (root.status !== 'delivered') await this.remove(commands, root, others);
    });
  }

  /**
   * Like `discard`, but only for commands that the server cannot have received. False when one may have arrived: then
   * nothing is deleted.
   */
  async withdraw(id: string): Promise<boolean> {
    const isGone = await this.changeOne(id, async (commands, root, others) => {
      if (!mayReplace(root)) return false;
      await this.remove(commands, root, others);
      return true;
    });
    return isGone ?? true;
  }

  private async remove(
    commands: WritableCommands,
    root: RawCommand,
    others: readonly RawCommand[],
  ): Promise<void> {
    const lost = kindNamed(root.kind)?.creates ? dependentsOf(root, others) : [];
    await commands.remove([root, ...lost]);
  }

  /** Marks commands whose effect the replica holds: they are no longer overlaid. */
  async settle(ids: readonly string[]): Promise<void> {
    await this.write(async (commands) => {
      for (const id of ids) {
        const command = await commands.find(id);
        if (command?.ack) await commands.patch(command, { ack: { ...command.ack, settled: true } });
      }
    });
  }

  /**
   * Applies the answer of the server, restored in `epoch`, about these receipts: commands that it does not know are
   * queued again and counted in the result. Commands that it knows are in every row of this epoch, unless their version
   * was counted in it.
   */
  restored(ids: readonly string[], known: KnownAnswers, epoch: string): Promise<number> {
    return this.change(async (commands, all) => {
      let lost = 0;
      for (const command of all) {
        const { ack } = command;
        if (!ids.includes(command.id) || !ack || epochOf(ack) === epoch) continue;
        const answer = known.get(command.id);
        if (!answer) {
          lost += 1;
          // Otherwise unchanged: should the server know it after all, it is a repetition.
          await commands.patch(command, {
            status: 'queued',
            dueAt: this.now(),
            error: null,
            ack: null,
            lostAt: ack.at,
          });
          continue;
        }
        const counted = answer.epoch === epoch && typeof answer.version === 'number' ? answer.version : 0;
        const version = ack.version === null ? null : counted;
        await commands.patch(command, {
          ack: { ...ack, version, answer: { ...ack.answer, ...answer, version, epoch } },
        });
      }
      return lost;
    });
  }

  /** Deletes a person's receipts, and with `unsent` the unsent writes too. */
  async forget(userId: string, { unsent }: { unsent: boolean }): Promise<void> {
    await this.change(async (commands, all) => {
      const gone = all.filter((one) => one.userId === userId && (unsent || one.status === 'delivered'));
      await commands.remove(gone);
    });
  }
}
