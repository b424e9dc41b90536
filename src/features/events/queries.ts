/** Reads of events: from the device, offline too. */
import { useMemo } from 'react';
import { useHiddenAuthors } from '@/reads/hidden-authors';
import { type ContentQuery, useContent } from '@/reads/use-content';
import { useNow } from '@/ui/use-now';
import { presentAfter } from './confirmed';
import { type DanceEvent, parseEvent } from './schema';
import { datesOf } from './series';

/**
 * Events that are not over by the server's clock, by start. `now`: the moment of that check, milliseconds since 1970.
 */
export type EventsQuery = ContentQuery<DanceEvent> & { now: number };

const nextDateOf = (event: DanceEvent, now: number) => datesOf(event, now).slice(0, 1);

/** Each event once: a series on its next date. */
export function useUpcomingEvents(): EventsQuery {
  return useDates(nextDateOf);
}

/** Each event on each of its dates that the agenda shows. */
export function useAgendaDates(): EventsQuery {
  return useDates(datesOf);
}

/** Without events of people whom the reader has blocked; nothing that could be theirs until that is known. */
function useShown(): ContentQuery<DanceEvent> {
  const { data, ...query } = useContent('event', parseEvent);
  const hidden = useHiddenAuthors();
  const shown = useMemo(
    () => data.filter(({ authorTag }) => authorTag === null || hidden?.has(authorTag) === false),
    [data, hidden],
  );
  return { ...query, data: shown };
}

function useDates(datesIn: (event: DanceEvent, now: number) => DanceEvent[]): EventsQuery {
  const { data, ...query } = useShown();
  const now = presentAfter(data, useNow());
  const events = useMemo(
    () => data.flatMap((event) => datesIn(event, now)).sort((a, b) => a.startsAt - b.startsAt),
    [data, now, datesIn],
  );
  return { ...query, data: events, now };
}

/** Every event on the device, past ones included, because a saved link may lead to one. */
export function useEvents(): EventsQuery {
  const { data, ...query } = useShown();
  const now = presentAfter(data, useNow());
  return { ...query, data, now };
}
