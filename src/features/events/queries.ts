/** What screens read of events: from the phone, offline too. */
import { useMemo } from 'react';
import { type ContentQuery, type ContentStatus, useContent } from '@/reads/use-content';
import { useNow } from '@/ui/use-now';
import { overAt } from './dates';
import { type DanceEvent, parseEvent } from './schema';

export interface EventsQuery {
  status: ContentStatus;
  /** Not over by this phone's clock, in order of their start. */
  events: DanceEvent[];
  /** Milliseconds since 1970, the moment that `events` is about. */
  now: number;
  retry(): void;
}

export function useUpcomingEvents(): EventsQuery {
  const { status, rows, retry }: ContentQuery<DanceEvent> = useContent('event', parseEvent);
  const now = useNow();
  const events = useMemo(() => rows.filter((event) => overAt(event) > now), [rows, now]);
  return { status, events, now, retry };
}

/** Every event that the phone holds, those that are over too: for an address that somebody has kept. */
export function useEvents(): ContentQuery<DanceEvent> {
  return useContent('event', parseEvent);
}
