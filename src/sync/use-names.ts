/** Names of cities and dance styles for what carries their ids: from the phone, live. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { catalogStore, type NamesById } from '@/db/catalog';
import { logger } from '@/lib/logger';
import { needSync } from './need';

export interface NamedId {
  id: string;
  name: string;
}

export interface NamesLookup {
  /** Null for what this phone does not know. */
  cityName(id: string): string | null;
  styleName(id: string): string | null;
  /** What is offered now, in the order of the names. */
  cities: NamedId[];
  styles: NamedId[];
}

export function useNames(): NamesLookup {
  const { cities, danceStyles } = useSyncExternalStore(
    catalogStore.subscribe,
    catalogStore.get,
    catalogStore.get,
  );
  useEffect(() => {
    void catalogStore.open();
    needSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, []);
  return useMemo(
    () => ({
      cityName: (id) => cities.get(id)?.[1] ?? null,
      styleName: (id) => danceStyles.get(id)?.[1] ?? null,
      cities: offered(cities),
      styles: offered(danceStyles),
    }),
    [cities, danceStyles],
  );
}

function offered(names: NamesById): NamedId[] {
  return [...names.values()]
    .flatMap(([id, name, active]) => (active ? [{ id, name }] : []))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
}
