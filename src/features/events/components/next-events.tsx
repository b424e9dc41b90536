import { useNames } from '@/reads/use-names';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { useUpcomingEvents } from '../queries';
import { EventCard } from './event-card';
import { stylesOf } from './event-months';
import classes from './events.module.css';
import { EventsFallback } from './events-fallback';

/** The next few events, for pages about other things. */
export function NextEvents({ count }: { count: number }) {
  const { status, data: events, now, retry } = useUpcomingEvents();
  const names = useNames();
  if (status !== 'ready') return <EventsFallback status={status} retry={retry} />;
  if (events.length === 0) {
    return (
      <Notice
        title="A agenda está vazia por enquanto"
        text="Assim que houver um baile ou um festival marcado, ele aparece aqui."
        action={<LinkButton to="/search">Encontrar um professor</LinkButton>}
      />
    );
  }
  return (
    <ul className={classes.list}>
      {events.slice(0, count).map((event) => (
        <EventCard
          key={event.id}
          event={event}
          city={names.cityName(event.cityId)}
          styles={stylesOf(event, names)}
          now={now}
        />
      ))}
    </ul>
  );
}
