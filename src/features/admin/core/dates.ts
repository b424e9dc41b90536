/** Dates as the back-office shows them: Brasília's clock, whatever the administrator's laptop thinks. */
const ZONE = 'America/Sao_Paulo';
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: ZONE });
const moment = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE });
const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE });

function shown(format: Intl.DateTimeFormat, iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** '22/11/2026'; empty when there is none. */
export const dayText = (iso: string | null): string => shown(day, iso);

/** '22/11/2026, 18:30'; empty when there is none. */
export const momentText = (iso: string | null): string => shown(moment, iso);

/** For a field of the type datetime-local: '2026-11-22T18:30'. */
export function toField(iso: string | null): string {
  return shown(parts, iso).replace(' ', 'T');
}

/** The moment that a field of the type datetime-local means; null when it is empty. Brazil has had no summer time since 2019. */
export function fromField(value: string): string | null {
  if (value === '') return null;
  const date = new Date(`${value}:00-03:00`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
