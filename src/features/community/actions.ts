/** What people do on the Mural: through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { sendable } from '@/lib/text';
import type { StoredCommand } from '@/outbox/command';
import type { PostCreate } from '@/outbox/commands/post-create';
import { discard, edit, enqueue, withdraw } from '@/outbox/entry';
import { POSTS, type ShownPost } from './overlay';

export type Outcome = 'stored' | 'full' | 'blocked' | 'signed-out';

export interface Words {
  text: string;
  cityId: string | null;
  styleId: string | null;
}

/** `id`: of the post and of the command, made once by the form, so that a second tap is the same write. */
export async function publish(id: string, words: Words): Promise<Outcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return 'signed-out';
  const stored = await enqueue({
    id,
    kind: 'post.create',
    entity: { table: POSTS, id },
    payload: { post: postOf(id, words) },
    base: null,
    userId,
  });
  return stored.kind === 'stored' ? 'stored' : stored.reason;
}

/**
 * Puts new words in the place of a post that the server refused; a post of its own where that cannot be. The refused one
 * stays until they are stored.
 */
export async function publishAgain(refused: StoredCommand, freshId: string, words: Words): Promise<Outcome> {
  // The number itself was refused: only another one helps.
  const needsNumber = refused.error?.hint === 'post_exists';
  if (!needsNumber) {
    const outcome = await edit(refused.id, { post: postOf(refused.entity.id, words) });
    if (outcome.kind === 'stored') return 'stored';
    if (outcome.kind === 'not-stored') return outcome.reason;
  }
  const outcome = await publish(freshId, words);
  if (outcome === 'stored' && needsNumber) await discard(refused.id);
  return outcome;
}

function postOf(id: string, { text, cityId, styleId }: Words): PostCreate['post'] {
  return { id, text: sendable(text), city_id: cityId, dance_style_id: styleId };
}

/** What has never left this phone just goes; everything else is taken off by the server. */
export async function removePost(post: ShownPost, reason: string | null): Promise<Outcome> {
  const userId = presentIdentity()?.userId;
  if (!userId) return 'signed-out';
  const { id, write } = post;
  if (write && isOnlyHere(post)) {
    const outcome = await withdraw(write.id);
    if (outcome.kind === 'gone') return 'stored';
    if (outcome.kind === 'not-stored') return outcome.reason;
  }
  const stored = await enqueue({
    kind: 'post.remove',
    entity: { table: POSTS, id },
    payload: { postId: id, reason: reason === null ? null : sendable(reason) || null },
    base: null,
    userId,
  });
  if (stored.kind !== 'stored') return stored.reason;
  if (write?.kind === 'post.remove' && write.status === 'rejected') await discard(write.id);
  return 'stored';
}

/** As this screen knows it, the server cannot have heard of it. */
function isOnlyHere({ isStored, write }: ShownPost): boolean {
  if (isStored || write?.kind !== 'post.create') return false;
  return write.status === 'rejected' || (write.status === 'queued' && write.attempts === 0);
}

/** Whether the database would take it: something that can be seen. */
export function hasWords(text: string): boolean {
  return /[^\s\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/u.test(sendable(text));
}
