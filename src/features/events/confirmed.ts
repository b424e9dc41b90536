/** How long ago an event was confirmed, by the server's clock as the phone knows it, so that it grows old without a connection too. Pure. */
import { dayKey } from '@/lib/dates';
import type { DanceEvent } from './schema';

const DAY = 86_400_000;
/** A series that was not confirmed for so many days may have ended unnoticed. */
export const STALE_DAYS = 30;

type Confirmed = Pick<DanceEvent, 'confirmedAt' | 'weekly'>;

/**
 * The present as the phone knows it (lib/server-clock.ts), but never before what the server has written into these
 * events. So a slow clock that no answer has corrected yet makes no confirmation of the future.
 */
export function presentAfter(
  events: readonly Pick<DanceEvent, 'confirmedAt' | 'updatedAt'>[],
  now: number,
): number {
  return events.reduce((latest, event) => Math.max(latest, event.updatedAt, event.confirmedAt ?? 0), now);
}

/** Whole days in Brasília since the confirmation; null where that is unknown. */
export function confirmedDays({ confirmedAt }: Pick<DanceEvent, 'confirmedAt'>, now: number): number | null {
  if (confirmedAt === null) return null;
  const midnight = (time: number) => Date.parse(`${dayKey(time)}T00:00:00Z`);
  return Math.max(0, Math.round((midnight(now) - midnight(confirmedAt)) / DAY));
}

export function isStale(event: Confirmed, now: number): boolean {
  const days = confirmedDays(event, now);
  return event.weekly !== null && days !== null && days >= STALE_DAYS;
}

/** 'confirmado há 5 dias', 'confirmado ontem', 'confirmado hoje'; null where there is nothing to say. */
export function confirmedText(event: Confirmed, now: number): string | null {
  const days = confirmedDays(event, now);
  if (days === null) return null;
  if (isStale(event, now)) return `sem confirmação há ${days} dias: pergunte antes de ir`;
  if (days < 2) return days === 0 ? 'confirmado hoje' : 'confirmado ontem';
  return `confirmado há ${days} dias`;
}

/** Confirmed ones first, each part in the order given. */
export function confirmedFirst<E extends Confirmed>(events: readonly E[], now: number): E[] {
  return [
    ...events.filter((event) => !isStale(event, now)),
    ...events.filter((event) => isStale(event, now)),
  ];
}
