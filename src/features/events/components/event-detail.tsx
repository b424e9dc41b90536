import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { saveCalendarFile } from '@/lib/calendar-file';
import { dayKey } from '@/lib/dates';
import type { Href } from '@/lib/paths';
import { shareImageOf } from '@/lib/share-picture';
import { siteAddress } from '@/lib/site';
import { ChevronLeftIcon } from '@/ui/icons';
import { JsonLd } from '@/ui/json-ld';
import { later } from '@/ui/later';
import { Link } from '@/ui/link';
import { LinkButton, OutsideLinkButton } from '@/ui/link-button';
import { CalendarIcon } from '@/ui/more-icons';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import { nearness, overAt, whenText } from '../dates';
import { eventFile } from '../event-calendar';
import { type DanceEvent, KINDS } from '../schema';
import { everyText } from '../series';
import { eventData } from '../structured-data';
import { ConfirmedLine, GoingLine } from './confirmed-line';
import { eventPath, Sheet } from './event-card';
import classes from './events.module.css';
import { SeriesDates } from './series-dates';

const GoingButton = later(() => import('./going-button'));
const OwnEventTools = later(() => import('./own-event-tools'));

/** Drawn by the page, since they belong to other parts of the product. */
export interface EventActions {
  share(event: DanceEvent): ReactNode;
  /** Nothing for the person who proposed it. */
  report(event: DanceEvent): ReactNode;
}

interface EventDetailProps extends EventActions {
  /** On the date that the page is about. */
  event: DanceEvent;
  /** As it is stored: on its first date. */
  series: DanceEvent;
  city: string | null;
  styles: readonly string[];
  now: number;
  /** Path of the list with its filters. */
  back: Href;
}

/** Everything about one event, from the device, offline too. */
export function EventDetail({ event, series, city, styles, now, back, share, report }: EventDetailProps) {
  const near = nearness(event, now);
  const isOver = overAt(event) <= now;
  const every = everyText(event);
  const facts = [
    ['Onde', [event.venue, city].filter(Boolean).join(', ')],
    ['Quanto', event.price],
    ['Estilos', styles.length > 0 ? styles.join(', ') : 'Todos os estilos'],
    ['Quem organiza', event.organiser],
  ].filter(([, value]) => value);
  return (
    <article className={classes.detail}>
      <PageHead
        title={event.title}
        description={[every ?? whenText(event, now), event.venue, city].filter(Boolean).join(' · ')}
        path={eventPath(event)}
        indexed={!isOver}
        image={shareImageOf(event.id, null, event.title)}
      />
      {isOver ? null : <JsonLd data={eventData(event, { city, styles })} />}
      <Link to={back} className={classes.back}>
        <ChevronLeftIcon size={20} />
        Todos os eventos
      </Link>
      <header className={classes.cover}>
        <Sheet moment={event.startsAt} />
        <div className={classes.coverWords}>
          <p className={classes.tags}>
            <span className={classes.kind}>{KINDS[event.kind]}</span>
            {isOver ? <span className={classes.near}>Já aconteceu</span> : null}
            {near ? <span className={classes.near}>{near}</span> : null}
          </p>
          <PageHeading>{event.title}</PageHeading>
          {every ? <p>{every}</p> : null}
          <p>{whenText(event, now)}</p>
        </div>
      </header>
      {isOver ? null : (
        <>
          <ConfirmedLine event={event} now={now} />
          <GoingLine event={event} />
          <GoingButton event={event} />
        </>
      )}
      {event.description ? <p className={classes.description}>{event.description}</p> : null}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SeriesDates event={event} series={series} now={now} />
      <OwnEventTools eventId={event.id} now={now} />
      <div className={classes.actions}>
        {isOver ? null : <AddToCalendar event={event} city={city} />}
        {isOver ? null : (
          <LinkButton
            variant="outline"
            to={`/comunidade/pares?evento=${event.id}&dia=${dayKey(event.startsAt)}`}
          >
            Procurar um par
          </LinkButton>
        )}
        {event.url ? (
          <OutsideLinkButton variant="outline" href={event.url}>
            Site do evento
          </OutsideLinkButton>
        ) : null}
        {share(event)}
      </div>
      {report(event)}
    </article>
  );
}

/** Hands the event to the device's calendar as a file built here, offline too. */
export function AddToCalendar({ event, city }: { event: DanceEvent; city: string | null }) {
  const save = () => {
    const text = eventFile(event, { city, address: siteAddress(eventPath(event)) }, Date.now());
    void saveCalendarFile(text, event.slug);
  };
  return (
    <Button leftSection={<CalendarIcon size={20} />} onClick={save}>
      Pôr na agenda
    </Button>
  );
}
