import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

/** The word is what only this phone knows of the subscription (…_push.sql). */
const schema = (z: Shapes) => z.object({ word: z.string() });

export type PushRelease = PayloadIn<typeof schema>;

/** A visitor's, since the person who was told on this phone has left it. */
export const pushRelease = {
  kind: 'push.release' as const,
  version: 1,
  schema,
  table: 'pwa_subscriptions',
  procedure: 'release_phone',
  args: ({ id, payload }) => ({ command_id: id, word: payload.word }),
  label: 'Fim dos avisos neste aparelho',
  summary: () => null,
  creates: false,
  ofThePhone: true,
  refusals: {},
} satisfies Kind<PushRelease>;
