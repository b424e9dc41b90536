import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

/** `word` is a secret that only this phone knows of the push subscription (…_push.sql). */
const schema = (z: Shapes) => z.object({ word: z.string() });

export type PushRelease = PayloadIn<typeof schema>;

/** Sent as a visitor, since the person who was notified on this phone has signed out. */
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
