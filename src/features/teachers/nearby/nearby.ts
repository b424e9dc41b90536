/** Whom to propose where nobody teaches what is sought: teachers in cities near by, then those who teach online. */
import { searchedName } from '@/db/search/name-query';
import { demandsOf, fitsOf } from '@/db/search/search-rules';
import { kilometresBetween, type Municipality } from '@/lib/brazil/municipalities';
import { inPlace } from '@/lib/portuguese';
import { fold, foldName } from '@/lib/text';
import { reasonOf } from '../reason';
import type { SearchFilters, TeacherCard } from '../schema';
import { idsNamed, nameOf, type Searched, toCard, withReason } from '../search-local';

export interface Nearby {
  /** The nearest first. Their reason says how far away they are. */
  near: readonly TeacherCard[];
  /** Teach online, wherever they live; none of `near`. */
  online: readonly TeacherCard[];
}

/** Kilometres as the crow flies. */
export const REACH = 60;
/** Teachers in one list. */
export const MOST = 12;

export interface NearCity {
  id: string;
  kilometres: number;
}

/**
 * The cities within reach of one named `city`, without it, the nearest first. Empty for a city that is no municipality:
 * its place is unknown.
 */
export function citiesNear(
  city: string,
  cities: Searched['cities'],
  all: readonly Municipality[],
): NearCity[] {
  const wanted = fold(city);
  const here = all.find(({ name }) => fold(name) === wanted);
  if (!here) return [];
  const near = new Map<string, number>();
  for (const one of all) {
    // A degree of latitude has 111 km: most of Brazil is left out without a sine.
    if (one === here || Math.abs(one.latitude - here.latitude) > 1) continue;
    const kilometres = kilometresBetween(here, one);
    if (kilometres <= REACH) near.set(fold(one.name), kilometres);
  }
  return [...cities.values()]
    .flatMap((entry) => {
      const kilometres = near.get(foldName(entry[1]));
      return kilometres === undefined ? [] : [{ id: entry[0], kilometres }];
    })
    .sort((a, b) => a.kilometres - b.kilometres);
}

/**
 * The other filters stay, but for the area, which is one of the city that was sought. `all` is null while distances are
 * unknown: then nobody is near.
 */
export function nearbyOf(
  catalog: Searched,
  filters: SearchFilters,
  all: readonly Municipality[] | null,
): Nearby {
  const cities = all === null ? [] : citiesNear(filters.city, catalog.cities, all);
  const near = teachersNear(catalog, { ...filters, area: '' }, cities);
  const shown = new Set(near.map(({ id }) => id));
  const online = find(catalog, { ...filters, area: '', place: 'online' }, null, MOST + shown.size).cards;
  return { near, online: online.filter(({ id }) => !shown.has(id)).slice(0, MOST) };
}

/** Asks city after city until there are enough: around a large city there are thousands of teachers. */
function teachersNear(
  catalog: Searched,
  filters: SearchFilters,
  cities: readonly NearCity[],
): readonly TeacherCard[] {
  const found: TeacherCard[] = [];
  const everywhere = find(catalog, filters, new Set(cities.map(({ id }) => id)), 0);
  for (const { id, kilometres } of everywhere.total === 0 ? [] : cities) {
    if (found.length === MOST) break;
    const here = find(catalog, filters, new Set([id]), MOST - found.length);
    // A name that nobody has in the city may be found near by.
    if (here.isSimilar && !everywhere.isSimilar) continue;
    const city = nameOf(catalog.cities, id) ?? '';
    found.push(...here.cards.map((card) => withReason(card, farText(kilometres, city, card.reason))));
  }
  return found;
}

/** 'A cerca de 6 km, em Olinda. Tem horário na terça' */
export function farText(kilometres: number, city: string, reason: string | null): string {
  const far = `A cerca de ${Math.max(1, Math.round(kilometres))} km, ${inPlace(city)}`;
  return reason === null ? far : `${far}. ${reason}`;
}

function find(
  catalog: Searched,
  filters: SearchFilters,
  cityIds: ReadonlySet<string> | null,
  most: number,
): { cards: TeacherCard[]; total: number; isSimilar: boolean } {
  const demands = demandsOf(filters);
  const { entries, total, isSimilar } = catalog.index.search(
    {
      name: searchedName(filters.name),
      styleIds: idsNamed(catalog.danceStyles, filters.style),
      cityIds,
      demands,
      without: catalog.hidden,
    },
    0,
    most,
  );
  const cards = entries.map((entry) => {
    const card = toCard(entry, catalog);
    return withReason(card, reasonOf(fitsOf(entry, demands), card, filters, isSimilar));
  });
  return { cards, total, isSimilar };
}
