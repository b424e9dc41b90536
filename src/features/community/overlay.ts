/** The Mural with what was written on this phone: pure. Posts carry no version, so the replica is compared by ids. */
import type { CommandOf, StoredCommand } from '@/outbox/command';
import { postCreate } from '@/outbox/commands/post-create';
import { removesPost } from '@/outbox/commands/post-remove';
import type { Author, Post } from './schema';

export interface ShownPost extends Post {
  /** The reader's own. */
  isMine: boolean;
  /** The reader's last write on it, while there is something to say about it. */
  write: StoredCommand | null;
  /** The server has it. */
  isStored: boolean;
}

/**
 * Newest first: what is written here and not there yet stands above. `self`: the reader, null for visitors. `commands`:
 * the reader's own on posts, in order of queueing.
 */
export function overlaidPosts(
  rows: readonly Post[],
  commands: readonly StoredCommand[],
  self: Author | null,
): ShownPost[] {
  const gone = new Set(commands.filter(removesPost).map(({ entity }) => entity.id));
  const known = new Set(rows.map(({ id }) => id));
  const writes = new Map<string, StoredCommand>();
  const fresh: ShownPost[] = [];
  for (const command of commands) {
    const { id } = command.entity;
    if (command.kind === 'post.remove' && command.status === 'rejected') writes.set(id, command);
    if (command.kind !== 'post.create') continue;
    if (known.has(id)) writes.set(id, command);
    else if (self && (command.status !== 'delivered' || !command.ack?.settled)) {
      fresh.push(postOf(command, self));
    }
  }
  const stored = rows.map((row) => ({
    ...row,
    isMine: self !== null && row.author.tag === self.tag,
    write: writes.get(row.id) ?? null,
    isStored: true,
  }));
  return [...fresh.reverse(), ...stored].filter(({ id }) => !gone.has(id));
}

function postOf(command: CommandOf<'post.create'>, author: Author): ShownPost {
  return {
    ...postCreate.apply(null, command),
    author,
    isMine: true,
    write: command,
    isStored: command.status === 'delivered',
  };
}
