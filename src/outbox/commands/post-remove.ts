import type { Ack, Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    postId: z.string(),
    /** The admin's reason, shown to the author; null when the author removes the post. */
    reason: z.nullable(z.string()),
  });

export type PostRemove = PayloadIn<typeof schema>;

/**
 * Milliseconds. A pull that began before the response may end after it: only a later pull proves that a post is gone.
 */
const MARGIN = 30_000;

/** Whether content was pulled after the response: posts carry no version to compare. */
export function isPulledAfter(ack: Ack, pulledAt: number | null): boolean {
  return pulledAt !== null && pulledAt > ack.at + MARGIN;
}

/** Whether this is a removal that the server has not refused: then this phone's screens hide the post. */
export function removesPost({ kind, status }: Pick<Command, 'kind' | 'status'>): boolean {
  return kind === 'post.remove' && status !== 'rejected' && status !== 'parked';
}

export const postRemove = {
  kind: 'post.remove' as const,
  version: 1,
  schema,
  table: 'posts',
  procedure: 'remove_post',
  args: ({ id, payload }) => ({ command_id: id, post_id: payload.postId, reason: payload.reason }),
  label: 'Remoção de uma publicação do Mural',
  summary: ({ reason }) => reason,
  creates: false,
  parents: ({ postId }) => [{ table: 'posts', id: postId }],
  apply: () => null,
  comesWith: 'content',
  caughtUp: ({ entity }, ack, { posts }) =>
    posts !== null && !posts.ids.has(entity.id) && isPulledAfter(ack, posts.pulledAt),
  refusals: {
    post_unknown: 'Esta publicação já tinha saído do Mural.',
    not_the_author: 'Só quem escreveu e a equipe podem remover uma publicação.',
    invalid_value: 'O motivo não foi aceito.',
  },
  final: ['post_unknown', 'not_the_author', 'invalid_value'],
  editPath: () => '/comunidade/mural',
} satisfies Kind<PostRemove>;
