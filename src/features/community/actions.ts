/** Writes on the Mural: through the outbox, so that nothing is lost without a connection. */
import { presentIdentity } from '@/auth/identity';
import { sendable } from '@/lib/text';
import { isUnheard, type StoredCommand } from '@/outbox/command';
import { type PostCreate, postCreate } from '@/outbox/commands/post-create';
import { postRemove } from '@/outbox/commands/post-remove';
import { discard, edit, withdraw } from '@/outbox/entry';
import { enqueueOwn, type Queued } from '@/outbox/own';
import type { ShownPost } from './overlay';

export interface Words {
  text: string;
  cityId: string | null;
  styleId: string | null;
}

/** `id`: of the post and of the command, made once by the form, so that a second tap is the same write. */
export function publish(id: string, words: Words): Promise<Queued> {
  return enqueueOwn(postCreate, id, { post: postOf(id, words) }, { id });
}

/**
 * Puts new words in the place of a post that the server refused; a post of its own where that cannot be. The refused one
 * stays until they are stored.
 */
export async function publishAgain(refused: StoredCommand, freshId: string, words: Words): Promise<Queued> {
  // The number itself was refused: only another one helps.
  const needsNumber = refused.error?.hint === 'post_exists';
  if (!needsNumber) {
    const outcome = await edit(refused.id, { post: postOf(refused.entity.id, words) });
    if (outcome.kind === 'stored') return { kind: 'stored', commandId: outcome.command.id };
    if (outcome.kind === 'not-stored') return outcome;
  }
  const outcome = await publish(freshId, words);
  if (outcome.kind === 'stored' && needsNumber) await discard(refused.id);
  return outcome;
}

function postOf(id: string, { text, cityId, styleId }: Words): PostCreate['post'] {
  return { id, text: sendable(text), city_id: cityId, dance_style_id: styleId };
}

/** Removes a post: one that has never left this phone is discarded, the server takes off every other. */
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

/** Whether the server cannot have heard of it, as far as this screen knows. */
function isOnlyHere({ isStored, write }: ShownPost): boolean {
  return !isStored && write?.kind === 'post.create' && isUnheard(write);
}

/** Whether the database would take it: something that can be seen. */
export function hasWords(text: string): boolean {
  return /[^\s\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/u.test(sendable(text));
}
