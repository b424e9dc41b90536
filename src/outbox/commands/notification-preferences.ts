import type { Kind } from '../kind';

export interface NotificationPreferences {
  /** All groups that the person's phones are not told of. */
  muted: string[];
}

export const notificationPreferences: Kind<NotificationPreferences> = {
  kind: 'notifications.preferences',
  version: 1,
  procedure: 'set_notification_preferences',
  args: ({ id, payload }) => ({ command_id: id, muted: payload.muted }),
  label: 'O que avisar',
  summary: ({ muted }) => (muted.length === 0 ? 'Tudo avisado' : 'Alguns avisos desligados'),
  upgrade: (payload) => payload as NotificationPreferences,
  creates: false,
};
