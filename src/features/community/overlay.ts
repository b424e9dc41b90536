/** The Mural with the writes that the replica does not hold yet. Pure. Posts have no version: ids are compared. */

import { postCreate } from '@/outbox/commands/post-create';
import { removesPost } from '@/outbox/commands/post-remove';
import type { CommandOf, StoredCommand } from '@/outbox/stored-command';
import type { Author, Post } from './schema';

export interface ShownPost extends Post {
  /** Whether the reader wrote the post. */
  isMine: boolean;
  /** The reader's last write on the post, while its state is worth showing. */
  write: StoredCommand | null;
  /** Whether the server has the post. */
  isStored: boolean;
}

/**
 * The posts, newest first, with those not yet in the replica on top. `self` is the reader, null for visitors.
 * `commands` are the reader's commands on posts, in order of queueing.
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
