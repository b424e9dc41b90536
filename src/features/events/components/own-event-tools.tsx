import { useOwnEvents } from '../own-queries';
import { OrganiserTools } from './organiser-tools';

/** On the page of an event: what its organiser can do. Nothing for others. */
export default function OwnEventTools({ eventId, now }: { eventId: string; now: number }) {
  const { data } = useOwnEvents();
  const own = data.find(({ id }) => id === eventId);
  return own?.data.state === 'published' ? <OrganiserTools own={own} now={now} /> : null;
}
