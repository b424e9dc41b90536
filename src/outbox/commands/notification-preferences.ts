import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    /** All groups of notifications that are not pushed to the person's phones. */
    muted: z.array(z.string()),
  });

export type NotificationPreferences = PayloadIn<typeof schema>;

/** A table of its own, though stored with the profile, so that a rejected profile update does not block preferences. */
export const notificationPreferences = {
  kind: 'notifications.preferences' as const,
  version: 1,
  schema,
  table: 'notification_preferences',
  procedure: 'set_notification_preferences',
  args: ({ id, payload }) => ({ command_id: id, muted: payload.muted }),
  label: 'O que avisar',
  summary: ({ muted }) => (muted.length === 0 ? 'Tudo avisado' : 'Alguns avisos desligados'),
  creates: false,
  apply: (_: readonly string[], { payload }): readonly string[] => payload.muted,
  comesWith: 'own',
  collection: 'profile',
  caughtUp: (_, ack, { profile }) => hasReached(profile, ack),
  refusals: {},
} satisfies Kind<NotificationPreferences>;
