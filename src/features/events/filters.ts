/** Filters of the agenda, kept in the URL's query: `cidade`, `estilo` (names, as in /search) and `tipo`. */
import { fold } from '@/lib/text';
import type { NamesLookup } from '@/reads/use-names';
import { type DanceEvent, type EventKind, KINDS } from './schema';

export interface EventFilters {
  /** Names; empty for all. An unknown name finds nothing. */
  city: string;
  style: string;
  kind: EventKind | '';
}

const LONGEST = 80;

export function filtersOf(query: URLSearchParams): EventFilters {
  const kind = query.get('tipo') ?? '';
  return {
    city: (query.get('cidade') ?? '').slice(0, LONGEST),
    style: (query.get('estilo') ?? '').slice(0, LONGEST),
    kind: Object.hasOwn(KINDS, kind) ? (kind as EventKind) : '',
  };
}

/** The query with these filters; other parameters stay, except the opened event. */
export function queryWith(query: URLSearchParams, filters: Partial<EventFilters>): URLSearchParams {
  const next = new URLSearchParams(query);
  const names = { city: 'cidade', style: 'estilo', kind: 'tipo' } as const;
  for (const [name, value] of Object.entries(filters) as [keyof EventFilters, string][]) {
    if (value) next.set(names[name], value);
    else next.delete(names[name]);
  }
  next.delete('evento');
  return next;
}

type Names = Pick<NamesLookup, 'cityName' | 'styleName'>;

/** Whether an event passes the filters. An event without styles passes every style filter. */
export function fits(event: DanceEvent, { city, style, kind }: EventFilters, names: Names): boolean {
  const same = (name: string | null, wanted: string) => name !== null && fold(name) === fold(wanted);
  if (kind && event.kind !== kind) return false;
  if (city && !same(names.cityName(event.cityId), city)) return false;
  if (!style || event.styleIds.length === 0) return true;
  return event.styleIds.some((id) => same(names.styleName(id), style));
}

/** The events in this city and the others, each in the order given. `city` null: all are others. */
export function byCity<E extends Pick<DanceEvent, 'cityId'>>(
  events: readonly E[],
  city: string | null,
  names: Pick<NamesLookup, 'cityName'>,
): { near: E[]; far: E[] } {
  const isNear = ({ cityId }: E) => city !== null && fold(names.cityName(cityId) ?? '') === fold(city);
  return { near: events.filter(isNear), far: events.filter((event) => !isNear(event)) };
}
