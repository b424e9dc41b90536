/** Dates as the back-office shows them: Brasília's clock, whatever the administrator's laptop thinks. */
import { dateText, shortDay, shortMoment, sortableMoment } from '@/lib/date-forms';

/** '22/11/2026'; empty when there is none. */
export const dayText = (iso: string | null): string => dateText(shortDay, iso);

/** '22/11/2026, 18:30'; empty when there is none. */
export const momentText = (iso: string | null): string => dateText(shortMoment, iso);

/** For a field of the type datetime-local: '2026-11-22T18:30'. */
export function toField(iso: string | null): string {
  return dateText(sortableMoment, iso).replace(' ', 'T');
}

/** The moment that a field of the type datetime-local means; null when it is empty. Brazil has had no summer time since 2019. */
export function fromField(value: string): string | null {
  if (value === '') return null;
  const date = new Date(`${value}:00-03:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
