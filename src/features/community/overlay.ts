/** The Mural with what was written on this phone: pure. Posts carry no version, so the replica is compared by ids. */
import type { StoredCommand } from '@/outbox/command';
import type { PostCreate } from '@/outbox/commands/post-create';
import type { PostRemove } from '@/outbox/commands/post-remove';
import type { Author, Post } from './schema';

/** The table as the outbox's entities name it. */
export const POSTS = 'posts';

export interface ShownPost extends Post {
  /** The reader's own. */
  isMine: boolean;
  /** The reader's last write on it, while there is something to say about it. */
  write: StoredCommand | null;
  /** The server has it. */
  isStored: boolean;
}

/** A removal that the server has not refused: the post is gone from this screen. */
function removals(commands: readonly StoredCommand[]): Set<string> {
  return new Set(
    commands
      .filter(({ kind, status }) => kind === 'post.remove' && status !== 'rejected' && status !== 'parked')
      .map(({ payload }) => (payload as PostRemove).postId),
  );
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
  const gone = removals(commands);
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

function postOf(command: StoredCommand, author: Author): ShownPost {
  const { post } = command.payload as PostCreate;
  return {
    id: post.id,
    text: post.text,
    cityId: post.city_id,
    styleId: post.dance_style_id,
    createdAt: command.createdAt,
    author,
    isMine: true,
    write: command,
    isStored: command.status === 'delivered',
  };
}

/** A pull that began before an answer may end after it: only later ones say that a post is not there. */
const MARGIN = 30_000;

/**
 * Ids of delivered writes that the replica has caught up with. `pulledAt`: when content was pulled last. A post that a
 * later pull did not bring was taken off the Mural before it came.
 */
export function caughtUpPosts(
  rows: readonly Post[],
  commands: readonly StoredCommand[],
  pulledAt: number | null,
): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const gone = removals(commands);
  return commands
    .filter(({ ack, entity, kind }) => {
      if (!ack || ack.settled) return false;
      const isPulled = pulledAt !== null && pulledAt > ack.at + MARGIN;
      if (kind === 'post.create') return known.has(entity.id) || gone.has(entity.id) || isPulled;
      return !known.has(entity.id) && isPulled;
    })
    .map(({ id }) => id);
}
