/** Names of cities and dance styles for what carries their ids: from the phone, live; from the server until it has them. */
import { useEffect, useMemo, useState } from 'react';
import { catalogStore, type NamesById, NO_CATALOG } from '@/db/catalog';
import type { NamedEntry } from '@/db/search-record';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { HEAD_START, prerendered } from '@/lib/prerendered';
import { selectRows } from '@/lib/rest';
import { useInTransition } from '@/lib/use-in-transition';
import { useSyncStatus } from '@/reads/sync-status';
import { needSync } from '@/sync/need';

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

interface Known {
  cities: NamesById;
  danceStyles: NamesById;
}

interface Remote {
  /** Null where the server did not answer either. */
  names: Known | null;
}

export function useNames(): NamesLookup {
  const catalog = useInTransition(catalogStore.subscribe, catalogStore.get, NO_CATALOG);
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const [remote, setRemote] = useState<Remote | null>(null);
  const kept = useKept();
  const brought = kept !== null;
  useEffect(() => {
    void catalogStore.open();
    if (!brought) needSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [brought]);

  const complete = catalog.citiesComplete && catalog.danceStylesComplete;
  const asksServer = !complete && catalog.phase !== 'opening' && online;
  useEffect(() => {
    if (!asksServer) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      if (brought) await pause(HEAD_START, signal);
      return Promise.all([select('cities', signal), select('dance_styles', signal)]);
    };
    ask().then(
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
  }, [asksServer, brought]);

  const { cities, danceStyles } = complete ? catalog : (remote?.names ?? kept ?? catalog);
  const isKnown = complete || remote !== null || kept !== null || (catalog.phase !== 'opening' && !online);
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

/** What a prerendered page brought along. */
function useKept(): Known | null {
  const cities = prerendered<NamedEntry[]>('names', 'cities');
  const danceStyles = prerendered<NamedEntry[]>('names', 'dance_styles');
  return useMemo(
    () => (cities && danceStyles ? { cities: byId(cities), danceStyles: byId(danceStyles) } : null),
    [cities, danceStyles],
  );
}

const byId = (entries: readonly NamedEntry[]): NamesById =>
  new Map(entries.map((entry) => [entry[0], entry]));

async function select(table: 'cities' | 'dance_styles', signal: AbortSignal): Promise<NamesById> {
  const { rows } = await selectRows(
    table,
    { select: 'id,name,active', _deleted: 'is.false', order: 'name.asc' },
    { signal },
  );
  return byId(
    rows.flatMap(({ id, name, active }): NamedEntry[] =>
      typeof id === 'string' && typeof name === 'string' ? [[id, name, active === true]] : [],
    ),
  );
}

function offered(names: NamesById): NamedId[] {
  return [...names.values()]
    .flatMap(([id, name, active]) => (active ? [{ id, name }] : []))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
}
