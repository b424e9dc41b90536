/** Searching and painting from what the device holds. */
import type { Catalog, NamesById } from '@/db/memory/catalog';
import { FEATURED, GROUP, type ListingEntry } from '@/db/search/entry';
import { searchedName } from '@/db/search/name-query';
import { demandsOf, fitsOf, ranksOf } from '@/db/search/search-rules';
import { pacer, yieldToMain } from '@/lib/idle';
import { fold, foldName } from '@/lib/text';
import type { Local } from '@/reads/use-replicated';
import { reasonOf } from './reason';
import { PAGE_SIZE, type SearchFilters, type SearchResult, type TeacherCard } from './schema';

/** Matches by part of the name, style and city, in rank order: one page. */
export function searchLocally(catalog: Searched, filters: SearchFilters): SearchResult {
  const { total, best, isSimilar, entries } = find(catalog, filters);
  const demands = demandsOf(filters);
  const { area } = demands;
  const isNowhere = area !== '' && best === 0 && !catalog.index.hasArea(area, placeOf(catalog, filters));
  return {
    teachers: entries.map((entry) => {
      const card = toCard(entry, catalog);
      return withReason(card, reasonOf(fitsOf(entry, demands), card, filters, isSimilar));
    }),
    totalCount: total,
    totalPages: Math.ceil(total / PAGE_SIZE),
    ...(ranksOf(demands) > 0 && { bestCount: best }),
    ...(isSimilar && { isSimilar }),
    ...(isNowhere && { emptyArea: filters.area }),
    ...(catalog.index.size === 0 && { isNobody: true }),
    ...(total === 0 && filters.city && countLocally(catalog, filters) === 0 && { isNobodyThere: true }),
  };
}

/** The card itself where it has this reason. */
export const withReason = (card: TeacherCard, reason: string | null): TeacherCard =>
  card.reason === reason ? card : { ...card, reason };

/** How many teachers of this style and city there are; an empty name stands for all. */
export function countLocally(catalog: Searched, wanted: Pick<SearchFilters, 'style' | 'city'>): number {
  const query = {
    name: '',
    styleIds: idsNamed(catalog.danceStyles, wanted.style),
    cityIds: idsNamed(catalog.cities, wanted.city),
    without: catalog.hidden,
  };
  return catalog.index.search(query, 0, 0).total;
}

/** Does the work of a catalogue's first search in slices, so that `searchLocally` with the same filters is fast. */
export async function prepareSearch(catalog: Catalog, filters: SearchFilters): Promise<void> {
  await yieldToMain();
  const pace = pacer();
  for (const entry of find(catalog, filters).entries) {
    await pace();
    toCard(entry, catalog);
  }
}

const placeOf = (catalog: Searched, { city }: Pick<SearchFilters, 'city'>) => ({
  cityIds: idsNamed(catalog.cities, city),
  without: catalog.hidden,
});

export type Searched = Pick<Catalog, 'index' | 'cities' | 'danceStyles' | 'hidden'>;

function find(catalog: Searched, filters: SearchFilters) {
  const query = {
    name: searchedName(filters.name),
    styleIds: idsNamed(catalog.danceStyles, filters.style),
    demands: demandsOf(filters),
    ...placeOf(catalog, filters),
  };
  return catalog.index.search(query, (filters.page - 1) * PAGE_SIZE, PAGE_SIZE);
}

/** Removes hidden teachers from a server answer, since the server may not know of a recent block. */
export function withoutHidden(result: SearchResult | null, hidden: Catalog['hidden']): SearchResult | null {
  if (!result || hidden.size === 0) return result;
  const teachers = result.teachers.filter(({ id }) => !hidden.has(id));
  const left = result.teachers.length - teachers.length;
  return left === 0 ? result : { ...result, teachers, totalCount: result.totalCount - left };
}

/**
 * `next` with equal cards replaced by those of `before`; `before` itself if nothing differs. A biography that was shown
 * stays while the phone's own is still to come.
 */
export function shareCards(before: SearchResult | null, next: SearchResult | null): SearchResult | null {
  if (!before || !next) return next;
  const known = new Map(before.teachers.map((card) => [card.id, card]));
  const teachers = next.teachers.map((fresh) => {
    const old = known.get(fresh.id);
    const card = fresh.bio === null && old?.bio ? { ...fresh, bio: old.bio } : fresh;
    return old && (old === card || JSON.stringify(old) === JSON.stringify(card)) ? old : card;
  });
  const same =
    before.totalCount === next.totalCount &&
    before.bestCount === next.bestCount &&
    before.emptyArea === next.emptyArea &&
    before.isNobody === next.isNobody &&
    before.isNobodyThere === next.isNobodyThere &&
    before.teachers.length === teachers.length &&
    teachers.every((card, place) => card === before.teachers[place]);
  return same ? before : { ...next, teachers };
}

/** Null without a name. Empty for an unknown name, which finds nothing rather than everything. */
export function idsNamed(names: NamesById, name: string): Set<string> | null {
  const wanted = fold(name);
  if (wanted === '') return null;
  const ids = new Set<string>();
  for (const [id, known] of names.values()) if (foldName(known) === wanted) ids.add(id);
  return ids;
}

export type NameTables = Pick<Catalog, 'cities' | 'danceStyles'>;

const cards = new WeakMap<ListingEntry, NameTables & { card: TeacherCard }>();

/** Returns the same object for the same entry and names. */
export function toCard(entry: ListingEntry, { cities, danceStyles }: NameTables): TeacherCard {
  const known = cards.get(entry);
  if (known?.cities === cities && known.danceStyles === danceStyles) return known.card;
  const card = makeCard(entry, { cities, danceStyles });
  cards.set(entry, { cities, danceStyles, card });
  return card;
}

function makeCard(entry: ListingEntry, names: NameTables): TeacherCard {
  const [name, neighborhood, imageUrl, bio, ratingAverage, ratingCount] = entry.face;
  return {
    id: entry.id,
    name,
    slug: entry.slug,
    cityName: nameOf(names.cities, entry.cityId),
    neighborhood,
    imageUrl,
    bio,
    styles: namesOf(names.danceStyles, entry.styleIds),
    isGroup: (entry.flags & GROUP) !== 0,
    ratingAverage,
    ratingCount,
    isHighlighted: entry.isHighlighted,
    isFeatured: (entry.flags & FEATURED) !== 0,
    reason: null,
  };
}

export function nameOf(names: NamesById, id: string | null): string | null {
  return id === null ? null : (names.get(id)?.[1] ?? null);
}

export function namesOf(names: NamesById, ids: readonly string[]): string[] {
  return ids.map((id) => nameOf(names, id)).filter((name) => name !== null);
}

/** Whether all listings that a search may find are on the device, though not those of other cities. */
export function holdsCity(
  { phase, cities, wholeCities }: Catalog,
  { city }: Pick<SearchFilters, 'city'>,
): boolean {
  if (phase !== 'partial' || wholeCities.size === 0) return false;
  const ids = idsNamed(cities, city);
  return ids !== null && ids.size > 0 && [...ids].every((id) => wholeCities.has(id));
}

/** `stands`: show incomplete local data until the server has answered, or if it does not. */
export function localOf<T>({ phase }: Catalog, data: T, stands: boolean): Local<T> {
  if (phase === 'opening') return { state: 'reading' };
  return phase === 'complete' ? { state: 'whole', data } : { state: 'lacking', data: stands ? data : null };
}
