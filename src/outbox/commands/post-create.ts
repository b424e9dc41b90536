import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { isPulledAfter, removesPost } from './post-remove';

const schema = (z: Shapes) =>
  z.object({
    post: z.object({
      id: z.string(),
      text: z.string(),
      city_id: z.nullable(z.string()),
      dance_style_id: z.nullable(z.string()),
    }),
  });

export type PostCreate = PayloadIn<typeof schema>;

export const postCreate = {
  kind: 'post.create' as const,
  version: 1,
  schema,
  table: 'posts',
  procedure: 'create_post',
  args: ({ id, payload }) => ({ command_id: id, post: payload.post }),
  label: 'Publicação no Mural',
  summary: ({ post }) => post.text,
  creates: true,
  /** The post without its author, whom the screen already knows. */
  apply: (_: null, { payload: { post }, createdAt }: Command<PostCreate>) => ({
    id: post.id,
    text: post.text,
    cityId: post.city_id,
    styleId: post.dance_style_id,
    createdAt,
  }),
  comesWith: 'content',
  /** A post that a later pull did not bring was removed from the Mural before that pull. */
  caughtUp: ({ entity }, ack, { posts }, others) =>
    posts !== null &&
    (posts.ids.has(entity.id) ||
      isPulledAfter(ack, posts.pulledAt) ||
      others.some((other) => other.entity.id === entity.id && removesPost(other))),
  refusals: {
    too_many_posts: 'Você já publicou dez vezes nas últimas 24 horas. Tente de novo mais tarde.',
    post_exists: 'O servidor já conhece outra publicação com este número. Escreva de novo.',
    city_unknown: 'Esta cidade não existe mais. Escreva de novo com outra.',
    style_unknown: 'Este estilo não existe mais. Escreva de novo com outro.',
    invalid_value: 'O texto não foi aceito. Escreva de novo.',
  },
  final: ['post_exists', 'city_unknown', 'style_unknown', 'invalid_value'],
  editPath: () => '/comunidade/mural',
} satisfies Kind<PostCreate>;
