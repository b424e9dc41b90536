/** Writes on the Mural go through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { sendable } from '@/lib/sent-text';
import { isUnheard } from '@/outbox/command';
import { type PostCreate, postCreate } from '@/outbox/commands/post-create';
import { postRemove } from '@/outbox/commands/post-remove';
import { discard, edit, withdraw } from '@/outbox/entry';
import { enqueueOwn, type Queued } from '@/outbox/own';
import type { StoredCommand } from '@/outbox/stored-command';
import type { ShownPost } from './overlay';

export interface Words {
  text: string;
  cityId: string | null;
  styleId: string | null;
}

/** Publishes a post. The form makes `id`, of post and command, once, so that a second tap is the same write. */
export function publish(id: string, words: Words): Promise<Queued> {
  return enqueueOwn(postCreate, id, { post: postOf(id, words) }, { id });
}

/**
 * Replaces a post that the server refused, or publishes a new one where a replacement is impossible. The refused post
 * stays until the new text is stored.
 */
export async function publishAgain(refused: StoredCommand, freshId: string, words: Words): Promise<Queued> {
  // The id itself was refused, so the post needs a new one.
  const needsFreshId = refused.error?.hint === 'post_exists';
  if (!needsFreshId) {
    const outcome = await edit(refused.id, { post: postOf(refused.entity.id, words) });
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const outcome = await publish(freshId, words);
  if (outcome.kind === 'stored' && needsFreshId) await discard(refused.id);
  return outcome;
}

function postOf(id: string, { text, cityId, styleId }: Words): PostCreate['post'] {
  return { id, text: sendable(text), city_id: cityId, dance_style_id: styleId };
}

/** Removes a post. A post that never left this phone is discarded; any other is removed by the server. */
export async function removePost(post: ShownPost, reason: string | null): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  const { id, write } = post;
  if (write && isOnlyHere(post)) {
    const outcome = await withdraw(write.id);
    if (outcome.kind === 'gone') return { kind: 'stored', commandId: write.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const words = reason === null ? null : sendable(reason) || null;
  const outcome = await enqueueOwn(postRemove, id, { postId: id, reason: words }, { userId });
  if (outcome.kind === 'stored' && write?.kind === 'post.remove' && write.status === 'rejected') {
    await discard(write.id);
  }
  return outcome;
}

/** Whether the post was never sent to the server, as far as this screen knows. */
function isOnlyHere({ isStored, write }: ShownPost): boolean {
  return !isStored && write?.kind === 'post.create' && isUnheard(write);
}

/** Whether a text has a visible character, as the database requires. */
export function hasWords(text: string): boolean {
  return /[^\s\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/u.test(sendable(text));
}
