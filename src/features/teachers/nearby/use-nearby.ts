import { useEffect, useMemo, useState } from 'react';
import { loadMunicipalities, type Municipality } from '@/lib/brazil/municipalities';
import { logger } from '@/lib/logger';
import { useSyncStatus } from '@/reads/sync-status';
import { useCatalog } from '@/reads/use-catalog';
import { type Local, useReplicated } from '@/reads/use-replicated';
import type { SearchFilters } from '../schema';
import type { Searched } from '../search-local';
import { type Nearby, nearbyOf } from './nearby';
import { selectNearby } from './nearby-remote';

/** The list of all cities with their places; 'lacking': neither the network nor this phone has it now. */
type Places = 'loading' | 'lacking' | readonly Municipality[];

export type NearbyFound =
  | { status: 'loading' }
  | { status: 'failed' }
  /** `isFar`: distances are not on this phone, so that nobody is known to be near. */
  | ({ status: 'ready'; isFar: boolean; isMeasuring: boolean } & Nearby);

/** For filters with a city in which nobody teaches. */
export function useNearby(filters: SearchFilters): NearbyFound {
  const catalog = useCatalog();
  const places = usePlaces();
  const all = typeof places === 'string' ? null : places;
  const local = useMemo((): Local<Omit<Searched, 'hidden'>> => {
    if (catalog.phase === 'opening') return { state: 'reading' };
    if (catalog.phase === 'complete') return { state: 'whole', data: catalog };
    return places === 'loading' ? { state: 'reading' } : { state: 'lacking', data: null };
  }, [catalog, places]);
  const { status, data } = useReplicated({
    local,
    key: `nearby ${all !== null} ${JSON.stringify(filters)}`,
    ask: (signal) => selectNearby(filters, all, signal),
    drawn: null,
  });
  const { hidden } = catalog;
  const key = JSON.stringify(filters);
  const found = useMemo(
    () => data && nearbyOf({ ...data, hidden }, JSON.parse(key) as SearchFilters, all),
    [data, hidden, key, all],
  );
  if (status === 'ready' && found)
    return { status, isFar: places === 'lacking', isMeasuring: places === 'loading', ...found };
  return status === 'loading' ? { status } : { status: 'failed' };
}

/** Asked for again when the connection returns. */
function usePlaces(): Places {
  const [places, setPlaces] = useState<Places>('loading');
  const isOnline = useSyncStatus(({ connection }) => connection === 'online');
  const lacks = typeof places === 'string';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection that returns is another chance
  useEffect(() => {
    if (!lacks) return undefined;
    let left = false;
    loadMunicipalities().then(
      (all) => {
        if (!left) setPlaces(all);
      },
      (error: unknown) => {
        logger.info('The list of all cities did not load', error);
        if (!left) setPlaces('lacking');
      },
    );
    return () => {
      left = true;
    };
  }, [lacks, isOnline]);
  return places;
}
