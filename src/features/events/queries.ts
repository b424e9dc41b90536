/** What screens read of events: from the phone, offline too. */
import { useMemo } from 'react';
import { type ContentQuery, useContent } from '@/reads/use-content';
import { useNow } from '@/ui/use-now';
import { overAt } from './dates';
import { type DanceEvent, parseEvent } from './schema';

/** Not over by this phone's clock, in order of their start. `now`: in milliseconds since 1970, the moment of that. */
export type EventsQuery = ContentQuery<DanceEvent> & { now: number };

export function useUpcomingEvents(): EventsQuery {
  const { data, ...query } = useContent('event', parseEvent);
  const now = useNow();
  const events = useMemo(() => data.filter((event) => overAt(event) > now), [data, now]);
  return { ...query, data: events, now };
}

/** Every event that the phone holds, those that are over too: for an address that somebody has kept. */
export function useEvents(): ContentQuery<DanceEvent> {
  return useContent('event', parseEvent);
}
