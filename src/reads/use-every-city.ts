/** The cities of a field in which any municipality may be chosen: the open ones, and what is typed from the whole list. */
import { useMemo } from 'react';
import type { NamesById } from '@/db/memory/catalog';
import { loadMunicipalities, type Municipality, municipalitiesNamed } from '@/lib/brazil/municipalities';
import { useMunicipalities } from '@/lib/brazil/use-municipalities';
import { logger } from '@/lib/logger';
import { fold, foldName } from '@/lib/text';
import { useCatalog } from './use-catalog';
import { type NamedItem, type NamesQuery, useCities } from './use-offered-names';

/** The state of a city field, and what is known of the person who fills it in. */
export interface CitySought {
  /** The text in the field. */
  text: string;
  /** Id of the chosen city; null for none. */
  chosen: string | null;
  /** Id of the person's city as saved. */
  own?: string | null;
  /** Of the person's telephone number: cities near come first. */
  areaCode?: number | null;
}

/** Letters from which a text is looked for in the whole list (000 §5). */
const SEARCHED_FROM = 2;
const LISTED = 40;

/**
 * `open` with the municipalities that a field asks for, once the whole list is here. Without it (offline, never fetched)
 * the open ones remain.
 */
export function useEveryCity(
  open: NamesQuery,
  { text, chosen, own = null, areaCode = null }: CitySought,
): NamesQuery {
  const known = useCatalog().cities;
  const { status, data } = open;
  const isTyped = chosen === null && fold(text).length >= SEARCHED_FROM;
  const isLacking = (id: string | null) => id !== null && !data.some((one) => one.id === id);
  const [chosenLacks, ownLacks] = [isLacking(chosen), isLacking(own) && own !== chosen];
  const all = useMunicipalities(status === 'ready' && (isTyped || chosenLacks || ownLacks));
  return useMemo(() => {
    if (all === null || status !== 'ready') return open;
    const found = isTyped ? municipalitiesNamed(all, text, areaCode, LISTED) : [];
    const named = [chosenLacks ? chosen : null, ownLacks ? own : null].flatMap((id) =>
      itemOf(id, all, known),
    );
    const listed = [...data, ...named];
    return { status, data: [...listed, ...others(found, listed, known)] };
  }, [open, status, data, all, known, isTyped, text, areaCode, chosen, chosenLacks, own, ownLacks]);
}

/** The open cities with the person's own. */
export function useCitiesWith(own: string | null): NamesQuery {
  return useEveryCity(useCities(), { text: '', chosen: own });
}

interface CityPick {
  items: readonly NamedItem[];
  status: NamesQuery['status'];
  /** Name of the chosen city; empty for none. */
  value: string;
  everywhere: true;
  onChange(name: string): void;
}

/** For a field that keeps the id of any municipality; empty for none. `open`: the cities that the phone has. */
export function useCityPick(open: NamesQuery, chosen: string, onChosen: (id: string) => void): CityPick {
  const known = useCatalog().cities;
  const { status, data } = useEveryCity(open, { text: '', chosen: chosen || null });
  const onChange = (name: string) => {
    const listed = data.find((one) => one.name === name);
    if (name === '' || listed) return onChosen(listed?.id ?? '');
    // The field has offered it from the same list, which is therefore here.
    loadMunicipalities().then(
      (all) => {
        const [found] = others(
          all.filter((one) => one.name === name),
          [],
          known,
        );
        onChosen(found?.id ?? '');
      },
      (error: unknown) => logger.warn('The chosen city is not known', error),
    );
  };
  const value = data.find(({ id }) => id === chosen)?.name ?? '';
  return { items: data, status, value, everywhere: true, onChange };
}

/**
 * The found municipalities without those already listed and those that the team has closed, with this phone's ids. By
 * name too: on a first visit the server has told the open cities, and `known` is still empty.
 */
export function others(
  found: readonly Municipality[],
  listed: readonly NamedItem[],
  known: NamesById,
): readonly NamedItem[] {
  const ids = new Set(listed.map(({ id }) => id));
  const names = new Set(listed.map(({ name }) => foldName(name)));
  const byName = new Map([...known.values()].map((entry) => [foldName(entry[1]), entry]));
  return found.flatMap(({ id, name }) => {
    const entry = byName.get(fold(name));
    const item = { id: entry?.[0] ?? id, name };
    const isListed = ids.has(item.id) || names.has(fold(name));
    return entry?.[2] === false || isListed ? [] : [item];
  });
}

/** Also of a city that was closed: who lives there stays. */
function itemOf(id: string | null, all: readonly Municipality[], known: NamesById): NamedItem[] {
  const name = id === null ? undefined : (known.get(id)?.[1] ?? all.find((one) => one.id === id)?.name);
  return id === null || name === undefined ? [] : [{ id, name }];
}
