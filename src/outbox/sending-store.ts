/** Changes of commands that sending makes. A file of its own, since the service worker needs no others. */
import { type Ack, type CommandError, isWaiting, type RawCommand } from './command';
import { dependentsOf } from './parking';
import { StoredQueue } from './stored-queue';

export class SendingStore extends StoredQueue {
  /**
   * Called by a new holder of the flush lock: nothing else sends, so a command marked as being sent was interrupted.
   */
  async recover(): Promise<void> {
    await this.write(async (commands) => {
      for (const command of await commands.all()) {
        if (command.status === 'sending') {
          await commands.patch(command, { status: 'queued', dueAt: this.now() });
        }
      }
    });
  }

  /** Marks a command as being sent; null when it was deleted or changed meanwhile. */
  claim(id: string): Promise<RawCommand | null> {
    return this.write(async (commands) => {
      const command = await commands.find(id);
      if (!command || !isWaiting(command)) return null;
      return commands.patch(command, { status: 'sending', attempts: command.attempts + 1 });
    });
  }

  /**
   * Marks a command as delivered and sets the base of later commands on the row to its version, since an own write is
   * no conflict. Resolves to all changed commands.
   */
  async deliver(id: string, ack: Ack): Promise<RawCommand[]> {
    const changed = await this.changeOne(id, async (commands, command, others) => {
      const patched = [await commands.patch(command, { status: 'delivered', error: null, ack })];
      const { version } = ack;
      if (version === null) return patched;
      for (const later of dependentsOf(command, others)) {
        const { table, id: row } = later.entity;
        if (table !== command.entity.table || row !== command.entity.id || later.attempts > 0) continue;
        if ((later.base ?? 0) < version) patched.push(await commands.patch(later, { base: version }));
      }
      return patched;
    });
    return changed ?? [];
  }

  /** Puts a command back into the queue until `dueAt`; null when it was deleted. */
  postpone(
    id: string,
    dueAt: number,
    error: CommandError | null,
    status: 'queued' | 'attention' = 'queued',
  ): Promise<RawCommand | null> {
    return this.write(async (commands) => {
      const command = await commands.find(id);
      if (command?.status !== 'sending') return null;
      return commands.patch(command, { status, dueAt, error });
    });
  }

  async reject(id: string, error: CommandError): Promise<void> {
    await this.changeOne(id, async (commands, command) => {
      if (command.status === 'sending') await commands.patch(command, { status: 'rejected', error });
    });
  }
}
