import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useMyCity } from '@/reads/my-city';
import { type NamesLookup, useNames } from '@/reads/use-names';
import { ChevronRightIcon } from '@/ui/icons';
import { later } from '@/ui/later';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import { confirmedFirst } from '../confirmed';
import { byCity, type EventFilters as Filters, filtersOf, fits, queryWith } from '../filters';
import { useAgendaDates, useEvents } from '../queries';
import type { DanceEvent } from '../schema';
import { onDate } from '../series';
import { type EventActions, EventDetail } from './event-detail';
import { EventFilters } from './event-filters';
import { EventCards, EventMonths, stylesOf } from './event-months';
import classes from './events.module.css';
import { EventsFallback } from './events-fallback';

const MyGoings = later(() => import('./my-goings'));

const PATH = '/comunidade/eventos';
const ABOUT =
  'Bailes, aulas abertas, workshops, festivais e congressos de dança a dois, por cidade e estilo.';

/**
 * The agenda by city, style and kind, or one event: by its path, or by `?evento=` in older links. All state is in the
 * URL.
 */
export function EventAgenda(actions: EventActions) {
  const [query] = useSearchParams();
  const { slug } = useParams();
  const opened = slug ?? query.get('evento');
  return opened ? <Opened slug={opened} {...actions} /> : <Agenda />;
}

function Agenda() {
  const [query, setQuery] = useSearchParams();
  const { status, data: events, now, retry } = useAgendaDates();
  const names = useNames();
  const { name: own } = useMyCity();
  const filters = filtersOf(query);
  // Several filters may change before the URL has followed the first change.
  const asked = useRef(query);
  useEffect(() => {
    asked.current = query;
  }, [query]);
  const change = (part: Partial<Filters>) => {
    asked.current = queryWith(asked.current, part);
    setQuery(asked.current, { preventScrollReset: true });
  };
  const found = events.filter((event) => fits(event, filters, names));
  // People travel to festivals, so the own city comes first and hides nothing.
  const { near, far } = byCity(found, filters.city === '' ? own : null, names);
  return (
    <>
      <PageHead title="Eventos de dança" description={ABOUT} path={PATH} />
      <header className={classes.head}>
        <PageHeading>Agenda da dança</PageHeading>
        <p>Bailes, aulas abertas, festivais e congressos. Fica salva no aparelho para ler sem internet.</p>
        <p>
          <Link to="/comunidade/divulgar" className={classes.back}>
            Divulgar um baile
            <ChevronRightIcon size={20} />
          </Link>{' '}
          <Link to="/comunidade/pares" className={classes.back}>
            Procurar um par
            <ChevronRightIcon size={20} />
          </Link>
        </p>
      </header>
      {status === 'ready' && names.isKnown ? (
        <>
          {events.length > 0 ? (
            <EventFilters filters={filters} events={events} names={names} onChange={change} />
          ) : null}
          <MyGoings events={events} names={names} now={now} />
          <p role="status" className={classes.count}>
            {events.length > 0 ? countText(found.length) : ''}
          </p>
          {near.length > 0 ? (
            <section className={classes.month} aria-labelledby="perto">
              <h2 id="perto">Em {own}</h2>
              <EventCards events={confirmedFirst(near, now)} names={names} now={now} />
            </section>
          ) : null}
          {near.length > 0 && far.length > 0 ? (
            <h2 className={classes.elsewhere}>Em outras cidades</h2>
          ) : null}
          <EventMonths events={far} names={names} now={now} level={near.length > 0 ? 3 : 2} />
          {found.length === 0 ? (
            <Empty any={events.length > 0} clear={() => change({ city: '', style: '', kind: '' })} />
          ) : null}
        </>
      ) : (
        <EventsFallback status={status === 'ready' ? 'loading' : status} retry={retry} />
      )}
    </>
  );
}

function Empty({ any, clear }: { any: boolean; clear(): void }) {
  return any ? (
    <Notice
      title="Nenhum evento com estes filtros"
      text="Tente outra cidade ou outro estilo."
      action={<Button onClick={clear}>Limpar filtros</Button>}
    />
  ) : (
    <Notice
      title="A agenda está vazia por enquanto"
      text="Assim que houver um baile ou um festival marcado, ele aparece aqui. Sabe de algum? Divulgue."
      action={<LinkButton to="/comunidade/divulgar">Divulgar um baile</LinkButton>}
    />
  );
}

function Opened({ slug, ...actions }: EventActions & { slug: string }) {
  const [query] = useSearchParams();
  const { status, data, now, retry } = useEvents();
  const names = useNames();
  const event = data.find((one) => one.slug === slug || one.id === slug);
  const others = queryWith(query, {});
  others.delete('data');
  const rest = others.toString();
  const back = rest ? (`${PATH}?${rest}` as const) : PATH;
  if (event) {
    const shown = onDate(event, now, query.get('data'));
    return (
      <EventDetail {...{ event: shown, series: event, now, back, ...actions, ...namesOf(event, names) }} />
    );
  }
  if (status === 'ready') {
    return (
      <>
        <PageHead title="Evento não encontrado" path={null} indexed={false} />
        <Notice
          level={1}
          title="Este evento não está na agenda"
          text="Ele pode ter sido cancelado ou já ter acontecido."
          action={<LinkButton to={back}>Ver todos os eventos</LinkButton>}
        />
      </>
    );
  }
  return (
    <>
      <PageHead title="Evento" path={null} />
      <PageHeading>Evento</PageHeading>
      <EventsFallback status={status} retry={retry} />
    </>
  );
}

function namesOf(event: DanceEvent, names: NamesLookup) {
  return { city: names.cityName(event.cityId), styles: stylesOf(event, names) };
}

function countText(count: number): string {
  if (count === 0) return 'Nenhum evento encontrado';
  return count === 1 ? '1 evento pela frente' : `${count} eventos pela frente`;
}
