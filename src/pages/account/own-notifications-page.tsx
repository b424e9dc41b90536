import { OwnPlace } from './own-place';

export default function OwnNotificationsPage() {
  return <OwnPlace here="/notificacoes" part="notifications" />;
}
