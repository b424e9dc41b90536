import type { Kind } from '../kind';

export interface PushRelease {
  /** What only this phone knows of the subscription (…_push.sql). */
  word: string;
}

/** A visitor's, since whoever was told on this phone has left it. */
export const pushRelease: Kind<PushRelease> = {
  kind: 'push.release',
  version: 1,
  procedure: 'release_phone',
  args: ({ id, payload }) => ({ command_id: id, word: payload.word }),
  label: 'Fim dos avisos neste aparelho',
  summary: () => null,
  upgrade: (payload) => payload as PushRelease,
  creates: false,
};
