/** The search, answered from the device wherever possible. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Catalog } from '@/db/memory/catalog';
import { CRITERIA } from '@/db/search/search-rules';
import { prerendered } from '@/lib/prerendered';
import type { Query } from '@/reads/query';
import { useSyncProgress } from '@/reads/sync-status';
import { useCatalog } from '@/reads/use-catalog';
import { type Local, useReplicated } from '@/reads/use-replicated';
import { pullManually, type SyncStatus } from '@/sync/status';
import { useLowData } from '@/ui/use-low-data';
import { useBios } from './bios';
import { FILTER_DELAY, NAME_DELAY, type SearchFilters, type SearchResult, STYLE_SETTLE } from './schema';
import { askedFilters } from './search/search-url';
import { holdsCity, localOf, prepareSearch, searchLocally, shareCards, withoutHidden } from './search-local';
import { searchCache, searchKey, searchRemotely } from './search-remote';

/** While loading, `data` is the former result, if there was one. */
export type TeacherSearch = Query<SearchResult, 'loading' | 'failed', SearchResult | null> & {
  /** With data being saved: the only city whose teachers are kept here, null for none. Absent: all are kept. */
  keepsOnly?: { city: string | null };
  /** Progress of the first sync: rows received, and their total if the server sent it. */
  progress: { received: number; total: number | null } | null;
  /** Time of the last completed pull, in milliseconds since 1970. */
  syncedAt: number | null;
  refreshing: boolean;
  refresh(): Promise<void>;
};

const isSyncing = ({ collections }: SyncStatus) => collections.teachers.state === 'syncing';
const pulledAtOf = ({ collections }: SyncStatus) => collections.teachers.pulledAt;
const receivedOf = ({ collections }: SyncStatus) => collections.teachers.received;
const totalOf = ({ collections }: SyncStatus) => collections.teachers.total;
const nothingReceived = () => 0;
const unknownTotal = () => null;

/** Results for the filters: from the device once listings have replicated, else from the procedures. */
export function useTeacherSearch(filters: SearchFilters): TeacherSearch {
  const wanted = useEqual(askedFilters(filters));
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  }, [wanted]);
  const catalog = useCatalog(useCallback((next: Catalog) => prepareSearch(next, latest.current), []));
  const local = useMemo((): Local<SearchResult> => {
    const { phase } = catalog;
    if (phase === 'opening' || phase === 'none') return localOf(catalog, NO_RESULTS, false);
    const result = searchLocally(catalog, wanted);
    if (holdsCity(catalog, wanted)) return { state: 'whole', data: result };
    return localOf(catalog, result, result.totalCount > 0);
  }, [catalog, wanted]);
  const asksServer = local.state === 'lacking';
  const [attempt, setAttempt] = useState(0);
  const key = searchKey(wanted);
  const { status, data } = useReplicated({
    local,
    key,
    ask: (signal) => searchRemotely(wanted, signal),
    drawn: prerendered<SearchResult>('search', key),
    attempt,
    delay: useDelay(asksServer, wanted),
    isStrict: true,
  });
  // One selector for each field, so that pulled pages render only the components that show their progress.
  const syncing = useSyncProgress(isSyncing);
  const pulledAt = useSyncProgress(pulledAtOf);
  const received = useSyncProgress(asksServer ? receivedOf : nothingReceived);
  const total = useSyncProgress(asksServer ? totalOf : unknownTotal);
  const [asked, setAsked] = useState(false);
  const refresh = useCallback(async () => {
    setAsked(true);
    searchCache.clear();
    setAttempt((count) => count + 1);
    await pullManually();
    setAsked(false);
  }, []);

  const result = useWithBios(useShared(withoutHidden(data, catalog.hidden)));
  const keepsOnly = useKeepsOnly(catalog);
  const rest = {
    ...(keepsOnly && { keepsOnly }),
    progress: syncing && !keepsOnly && catalog.phase !== 'complete' ? { received, total } : null,
    syncedAt: pulledAt,
    refreshing: asked || syncing,
    refresh,
  };
  if (status === 'ready' && result) return { status, data: result, ...rest };
  return { status: status === 'loading' ? status : 'failed', data: result, ...rest };
}

/** Equal filters as one object while their contents are the same. */
function useEqual(filters: SearchFilters): SearchFilters {
  const key = JSON.stringify(filters);
  return useMemo(() => JSON.parse(key) as SearchFilters, [key]);
}

const NO_RESULTS: SearchResult = { teachers: [], totalCount: 0, totalPages: 0 };

/** Replaces equal cards by the former objects, so that only changed cards render again. */
function useShared(next: SearchResult | null): SearchResult | null {
  const before = useRef<SearchResult | null>(null);
  const shared = useMemo(() => shareCards(before.current, next), [next]);
  useEffect(() => {
    before.current = shared;
  }, [shared]);
  return shared;
}

function useKeepsOnly({ phase, wholeCities, cities }: Catalog): { city: string | null } | null {
  const low = useLowData();
  return useMemo(() => {
    if (!low || phase === 'complete' || phase === 'opening') return null;
    const [id] = wholeCities;
    return { city: id === undefined ? null : (cities.get(id)?.[1] ?? null) };
  }, [low, phase, wholeCities, cities]);
}

function useWithBios(result: SearchResult | null): SearchResult | null {
  const teachers = useBios(result?.teachers ?? null);
  return useMemo(
    () => (result && teachers && teachers !== result.teachers ? { ...result, teachers } : result),
    [result, teachers],
  );
}

/** Delay for the latest change of filters; changes made while the server is not asked do not count. */
function useDelay(asks: boolean, filters: SearchFilters): number {
  const before = useRef<SearchFilters | null>(null);
  const delay = asks ? searchDelay(before.current, filters) : 0;
  useEffect(() => {
    before.current = asks ? filters : null;
  }, [asks, filters]);
  return delay;
}

/**
 * Milliseconds to wait before a procedure is called for `next`: long enough to finish typing or choosing; zero for the
 * first search and for another page.
 */
export function searchDelay(before: SearchFilters | null, next: SearchFilters): number {
  if (!before) return 0;
  if (before.name !== next.name || before.area !== next.area) return NAME_DELAY;
  if (before.style !== next.style) return STYLE_SETTLE;
  const isChosen = before.city !== next.city || CRITERIA.some((name) => before[name] !== next[name]);
  return isChosen ? FILTER_DELAY : 0;
}
