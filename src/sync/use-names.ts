/** Names of cities and dance styles for what carries their ids: from the phone, live; from the server until it has them. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { catalogStore, type NamesById } from '@/db/catalog';
import type { NamedEntry } from '@/db/search-record';
import { logger } from '@/lib/logger';
import { selectRows } from '@/lib/rest';
import { needSync } from './need';
import { useSyncStatus } from './status';

export interface NamedId {
  id: string;
  name: string;
}

export interface NamesLookup {
  /** While not, a name that is asked for may still come. */
  isKnown: boolean;
  /** Null for what this phone does not know. */
  cityName(id: string): string | null;
  styleName(id: string): string | null;
  /** What is offered now, in the order of the names. */
  cities: NamedId[];
  styles: NamedId[];
}

interface Remote {
  /** Null where the server did not answer either. */
  names: { cities: NamesById; danceStyles: NamesById } | null;
}

export function useNames(): NamesLookup {
  const catalog = useSyncExternalStore(catalogStore.subscribe, catalogStore.get, catalogStore.get);
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const [remote, setRemote] = useState<Remote | null>(null);
  useEffect(() => {
    void catalogStore.open();
    needSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, []);

  const complete = catalog.citiesComplete && catalog.danceStylesComplete;
  const asksServer = !complete && catalog.phase !== 'opening' && online;
  useEffect(() => {
    if (!asksServer) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    Promise.all([select('cities', signal), select('dance_styles', signal)]).then(
      ([cities, danceStyles]) => {
        if (!signal.aborted) setRemote({ names: { cities, danceStyles } });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        logger.info('Names from the server', error);
        setRemote((before) => before ?? { names: null });
      },
    );
    return () => controller.abort();
  }, [asksServer]);

  const { cities, danceStyles } = complete ? catalog : (remote?.names ?? catalog);
  const isKnown = complete || remote !== null || (catalog.phase !== 'opening' && !online);
  return useMemo(
    () => ({
      isKnown,
      cityName: (id) => cities.get(id)?.[1] ?? null,
      styleName: (id) => danceStyles.get(id)?.[1] ?? null,
      cities: offered(cities),
      styles: offered(danceStyles),
    }),
    [isKnown, cities, danceStyles],
  );
}

async function select(table: 'cities' | 'dance_styles', signal: AbortSignal): Promise<NamesById> {
  const { rows } = await selectRows(
    table,
    { select: 'id,name,active', _deleted: 'is.false', order: 'name.asc' },
    { signal },
  );
  return new Map(
    rows.flatMap(({ id, name, active }): [string, NamedEntry][] =>
      typeof id === 'string' && typeof name === 'string' ? [[id, [id, name, active === true]]] : [],
    ),
  );
}

function offered(names: NamesById): NamedId[] {
  return [...names.values()]
    .flatMap(([id, name, active]) => (active ? [{ id, name }] : []))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
}
