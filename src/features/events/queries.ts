/** Reads of events: from the device, offline too. */
import { useMemo } from 'react';
import { type ContentQuery, useContent } from '@/reads/use-content';
import { useNow } from '@/ui/use-now';
import { overAt } from './dates';
import { type DanceEvent, parseEvent } from './schema';

/**
 * Events that are not over by this device's clock, by start. `now`: the moment of that check, milliseconds since 1970.
 */
export type EventsQuery = ContentQuery<DanceEvent> & { now: number };

export function useUpcomingEvents(): EventsQuery {
  const { data, ...query } = useContent('event', parseEvent);
  const now = useNow();
  const events = useMemo(() => data.filter((event) => overAt(event) > now), [data, now]);
  return { ...query, data: events, now };
}

/** Every event on the device, past ones included, because a saved link may lead to one. */
export function useEvents(): ContentQuery<DanceEvent> {
  return useContent('event', parseEvent);
}
