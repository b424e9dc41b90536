import { readNotifications } from '@/features/account/notifications/read-notifications';
import { useOwnNotifications } from '@/features/account/queries';
import { Inbox } from '@/features/notifications/components/inbox';
import { PushToggle } from '@/features/push/components/push-toggle';
import { later } from '@/ui/later';
import { Page } from '@/ui/page';

const AlertSettings = later(() => import('@/features/alerts/components/alert-settings'));

const EMPTY = {
  text: 'Quando houver novidade sobre seu perfil ou seus alunos, ela aparece aqui.',
  to: '/teacher/home',
  action: 'Ver meu perfil',
} as const;

export default function TeacherNotificationsPage() {
  return (
    <Page narrow>
      <Inbox query={useOwnNotifications()} markRead={readNotifications} empty={EMPTY}>
        <PushToggle />
        <AlertSettings />
      </Inbox>
    </Page>
  );
}
