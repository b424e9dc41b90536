/** Reads of events: from the device, offline too. */
import { useMemo } from 'react';
import { type ContentQuery, useContent } from '@/reads/use-content';
import { useNow } from '@/ui/use-now';
import { presentAfter } from './confirmed';
import { type DanceEvent, parseEvent } from './schema';
import { datesOf } from './series';

/**
 * Events that are not over by this device's clock, by start. `now`: the moment of that check, milliseconds since 1970.
 */
export type EventsQuery = ContentQuery<DanceEvent> & { now: number };

/** Each event once: a series on its next date. */
export function useUpcomingEvents(): EventsQuery {
  return useDates((event, now) => datesOf(event, now).slice(0, 1));
}

/** Each event on each of its dates that the agenda shows. */
export function useAgendaDates(): EventsQuery {
  return useDates(datesOf);
}

function useDates(datesIn: (event: DanceEvent, now: number) => DanceEvent[]): EventsQuery {
  const { data, ...query } = useContent('event', parseEvent);
  const now = presentAfter(data, useNow());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each hook above asks with one function
  const events = useMemo(
    () => data.flatMap((event) => datesIn(event, now)).sort((a, b) => a.startsAt - b.startsAt),
    [data, now],
  );
  return { ...query, data: events, now };
}

/** Every event on the device, past ones included, because a saved link may lead to one. */
export function useEvents(): EventsQuery {
  const { data, ...query } = useContent('event', parseEvent);
  const now = presentAfter(data, useNow());
  return { ...query, data, now };
}
