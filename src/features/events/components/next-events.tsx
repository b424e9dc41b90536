import { fold } from '@/lib/text';
import { useMyCity } from '@/reads/my-city';
import { useNames } from '@/reads/use-names';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { useUpcomingEvents } from '../queries';
import type { DanceEvent } from '../schema';
import { EventCard } from './event-card';
import { stylesOf } from './event-months';
import classes from './events.module.css';
import { EventsFallback } from './events-fallback';

/** The next few events, for pages about other things; those of the own city first. */
export function NextEvents({ count }: { count: number }) {
  const { status, data: events, now, retry } = useUpcomingEvents();
  const names = useNames();
  const { name: own } = useMyCity();
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
  const isNear = ({ cityId }: DanceEvent) => own !== null && fold(names.cityName(cityId) ?? '') === fold(own);
  const nearFirst = [...events.filter(isNear), ...events.filter((event) => !isNear(event))];
  return (
    <ul className={classes.list}>
      {nearFirst.slice(0, count).map((event) => (
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
