import { readNotifications } from '@/features/account/notifications/read-notifications';
import { useOwnNotifications } from '@/features/account/queries';
import { Inbox } from '@/features/notifications/components/inbox';

const EMPTY = {
  text: 'Quando houver novidade para a equipe, ela aparece aqui.',
  to: '/admin',
  action: 'Ir ao dashboard',
} as const;

export default function AdminNotificationsPage() {
  return <Inbox query={useOwnNotifications()} markRead={readNotifications} empty={EMPTY} />;
}
