import { once } from './once';
import { monthOf } from './portuguese';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 'março de 2026' from an ISO date; null when it is absent or not a date. */
export function monthAndYear(iso: string | null): string | null {
  if (!iso) return null;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : monthOf(date);
}

const day = once(
  () =>
    new Intl.DateTimeFormat('pt-BR', {
      timeZone: 'America/Sao_Paulo',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

/**
 * '2026-12-31', the day in São Paulo. Assembled from its parts, because no locale has this order in every browser (some
 * releases of Safari and Chrome write 12/31/2026 for 'en-CA').
 */
export function dayKey(time: number | Date): string {
  const parts = new Map(
    day()
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

const moment = once(() => new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' }));

/** '20/11/2026, 18:30' by this phone's clock, for milliseconds since 1970. */
export function momentOf(time: number): string {
  return moment().format(new Date(time));
}

/**
 * 'agora', 'há 5 min', 'há 2 h', 'há 3 dias'; after 30 days 'em agosto', of another year 'em agosto de 2025'. A time in
 * the future, after the clock was set back, counts as now.
 */
export function timeSince(then: number, now: number): string {
  const age = now - then;
  if (age < MINUTE) return 'agora';
  if (age < HOUR) return `há ${Math.floor(age / MINUTE)} min`;
  if (age < DAY) return `há ${Math.floor(age / HOUR)} h`;
  const days = Math.floor(age / DAY);
  if (days <= 30) return days === 1 ? 'há 1 dia' : `há ${days} dias`;
  const month = monthOf(new Date(then));
  const ofThisYear = monthOf(new Date(now)).slice(-8);
  return `em ${month.endsWith(ofThisYear) ? month.slice(0, -8) : month}`;
}
