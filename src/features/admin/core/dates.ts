/** Dates of the back-office, always in Brasília's time zone, independent of the administrator's device. */
import { dateText, shortDay, shortMoment, sortableMoment } from '@/lib/date-forms';

/** '22/11/2026'; empty when there is none. */
export const dayText = (iso: string | null): string => dateText(shortDay, iso);

/** '22/11/2026, 18:30'; empty when there is none. */
export const momentText = (iso: string | null): string => dateText(shortMoment, iso);

/** Value of a datetime-local input: '2026-11-22T18:30'. */
export function toField(iso: string | null): string {
  return dateText(sortableMoment, iso).replace(' ', 'T');
}

/** ISO moment of a datetime-local value; null when empty. Uses a fixed offset: Brazil ended summer time in 2019. */
export function fromField(value: string): string | null {
  if (value === '') return null;
  const date = new Date(`${value}:00-03:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
