/**
 * The city that a person dances in: chosen by hand, else the one of the profile, else learnt from a search. Kept on the
 * phone, so that it works for visitors and offline; signing out forgets it. Prerendered pages are the same for
 * everybody, so it applies after start only.
 */

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { identityStore } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { countByCity } from '@/db/search/all-listings';
import { fieldsOf, isText, readText, stored } from '@/lib/stored';
import { onStoredElsewhere } from '@/lib/stored-elsewhere';
import { fold } from '@/lib/text';
import { setOwnCity } from '@/sync/scope';
import { useCatalog } from './use-catalog';
import { useCities } from './use-offered-names';

const KEY = `${PRIVATE_PREFIX}city`;

/** Later ones give way to earlier ones. */
const SOURCES = ['chosen', 'profile', 'search'] as const;
type Source = (typeof SOURCES)[number];

export interface KeptCity {
  /** Null for all of Brazil. */
  name: string | null;
  source: Source;
}

/** Characters; longer than any real city. */
const LONGEST = 80;

const kept = stored<KeptCity>(KEY, (value) => {
  const { name, source } = fieldsOf(value);
  const known = SOURCES.find((one) => one === source);
  if (known === undefined || (name !== null && (!isText(name) || name === '' || name.length > LONGEST)))
    return null;
  return { name, source: known };
});

export const readMyCity = (): KeptCity | null => kept.read();

/** The value of this page where storage refuses. */
let inMemory: KeptCity | null = null;
let seen: { text: string | null; city: KeptCity | null } = { text: null, city: null };
const listeners = new Set<() => void>();

/** The same object while the storage holds the same text. */
function present(): KeptCity | null {
  const text = readText(KEY);
  if (text !== seen.text) seen = { text, city: kept.read() };
  return seen.city ?? inMemory;
}

function keep(city: KeptCity): void {
  setOwnCity(city.name);
  inMemory = kept.write(city) ? null : city;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onIdentity = () => {
    // Signing out has emptied the storage.
    if (identityStore.getState().identity === null) inMemory = null;
    listener();
  };
  listeners.add(listener);
  const stopStored = onStoredElsewhere(KEY, listener);
  const stop = identityStore.subscribe(onIdentity);
  return () => {
    listeners.delete(listener);
    stopStored();
    stop();
  };
}

/** Chosen by hand; null for all of Brazil. */
export function chooseMyCity(name: string | null): void {
  keep({ name, source: 'chosen' });
}

/** Remembers a city as the own one unless a better source has named one. */
export function learnMyCity(name: string, source: Exclude<Source, 'chosen'> = 'search'): void {
  const before = present();
  if (name === '' || (before && SOURCES.indexOf(before.source) < SOURCES.indexOf(source))) return;
  if (before?.name !== name || before.source !== source) keep({ name, source });
}

export interface MyCity {
  /** Null while none is known, and for all of Brazil. */
  name: string | null;
  /** All of Brazil was chosen. */
  isAll: boolean;
}

export function useMyCity(): MyCity {
  const city = useSyncExternalStore(subscribe, present, () => null);
  const profileCity = useProfileCity();
  useEffect(() => {
    if (profileCity) learnMyCity(profileCity, 'profile');
  }, [profileCity]);
  const { cities, citiesComplete } = useCatalog();
  const name = city?.name ?? null;
  // A city that is no longer offered would empty every list.
  const isGone = useMemo(
    () =>
      name !== null &&
      citiesComplete &&
      ![...cities.values()].some(([, known, active]) => active && fold(known) === fold(name)),
    [name, cities, citiesComplete],
  );
  return { name: isGone ? null : name, isAll: city !== null && city.name === null };
}

function useProfileCity(): string | null {
  const rows = useStore(privateStore, (state) => state.rows);
  const userId = useStore(identityStore, ({ identity }) => identity?.userId ?? null);
  const { cities } = useCatalog();
  const id = privateRowsOf(userId, rows)?.profile?.city_id ?? null;
  return id === null ? null : (cities.get(id)?.[1] ?? null);
}

/** A list with more cities than this begins with those of most teachers. */
const SHORT = 12;
const POPULAR = 5;

/** Ids of the cities that a list to choose from begins with: the own one, in a long list also the popular ones. */
export function useFirstCities(): string[] {
  const { name } = useMyCity();
  const { data: cities } = useCities();
  const { index } = useCatalog();
  return useMemo(() => {
    const own = cities.filter((city) => name !== null && fold(city.name) === fold(name)).map(({ id }) => id);
    if (cities.length <= SHORT) return own;
    const counts = countByCity(index);
    const popular = cities
      .filter(({ id }) => counts.has(id))
      .sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))
      .slice(0, POPULAR);
    return [...new Set([...own, ...popular.map(({ id }) => id)])];
  }, [cities, name, index]);
}
