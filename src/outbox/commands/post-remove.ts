import type { Kind } from '../kind';

export interface PostRemove {
  postId: string;
  /** An admin's words for the author; null for the author's own. */
  reason: string | null;
}

export const postRemove: Kind<PostRemove> = {
  kind: 'post.remove',
  version: 1,
  procedure: 'remove_post',
  args: ({ id, payload }) => ({ command_id: id, post_id: payload.postId, reason: payload.reason }),
  label: 'Remoção de uma publicação do Mural',
  summary: ({ reason }) => reason,
  upgrade: (payload) => payload as PostRemove,
  creates: false,
  parents: ({ postId }) => [{ table: 'posts', id: postId }],
};
