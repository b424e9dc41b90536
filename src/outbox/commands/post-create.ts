import type { Kind } from '../kind';

export interface PostCreate {
  post: { id: string; text: string; city_id: string | null; dance_style_id: string | null };
}

export const postCreate: Kind<PostCreate> = {
  kind: 'post.create',
  version: 1,
  procedure: 'create_post',
  args: ({ id, payload }) => ({ command_id: id, post: payload.post }),
  label: 'Publicação no Mural',
  summary: ({ post }) => post.text,
  upgrade: (payload) => payload as PostCreate,
  creates: true,
};
