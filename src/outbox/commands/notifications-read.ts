import type { Kind } from '../kind';

export interface NotificationsRead {
  ids: string[];
  /** When they were read, for the screen; the server writes its own time. */
  readAt: string;
}

export const notificationsRead: Kind<NotificationsRead> = {
  kind: 'notifications.read',
  version: 1,
  procedure: 'mark_notifications_read',
  args: ({ id, payload }) => ({ command_id: id, ids: payload.ids }),
  label: 'Notificações lidas',
  summary: ({ ids }) => (ids.length === 1 ? '1 notificação' : `${ids.length} notificações`),
  upgrade: (payload) => payload as NotificationsRead,
  creates: false,
};
