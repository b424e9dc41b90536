import { EventList } from '@/features/admin/content/events';

export default function AdminEventsPage() {
  return <EventList />;
}
