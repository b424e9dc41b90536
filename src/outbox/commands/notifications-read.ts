import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    ids: z.array(z.string()),
    /** When they were read, for the screen; the server writes its own time. */
    readAt: z.string(),
  });

export type NotificationsRead = PayloadIn<typeof schema>;

export const notificationsRead = {
  kind: 'notifications.read' as const,
  version: 1,
  schema,
  table: 'notifications',
  procedure: 'mark_notifications_read',
  args: ({ id, payload }) => ({ command_id: id, ids: payload.ids }),
  label: 'Notificações lidas',
  summary: ({ ids }) => (ids.length === 1 ? '1 notificação' : `${ids.length} notificações`),
  creates: false,
  apply: <R extends { id: string; read_at: string | null }>(
    row: R,
    { payload }: Command<NotificationsRead>,
  ): R => (row.read_at || !payload.ids.includes(row.id) ? row : { ...row, read_at: payload.readAt }),
  comesWith: 'own',
  collection: 'notifications',
  /** The replica holds them as read, or not at all: a notification never becomes unread again. */
  caughtUp: ({ payload }, _, { unread }) => unread !== null && !payload.ids.some((id) => unread.has(id)),
  refusals: { notification_unknown: 'Estas notificações não existem mais.' },
} satisfies Kind<NotificationsRead>;
