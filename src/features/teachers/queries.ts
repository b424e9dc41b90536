/** Reads of teachers, cities and styles. From the device wherever possible. */
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Catalog } from '@/db/catalog';
import { dayNumber, endOf } from '@/db/checks';
import { lookUpTeacher, type TeacherAnswer } from '@/db/lookup';
import { fieldsFrom, LISTED_FIELDS } from '@/db/profile-fields';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import type { ListQuery, Query } from '@/reads/query';
import { useSyncProgress } from '@/reads/sync-status';
import { useCatalog } from '@/reads/use-catalog';
import { type Local, useReplicated } from '@/reads/use-replicated';
import { ensureSync } from '@/sync/ensure-sync';
import { pullManually, type SyncStatus } from '@/sync/status';
import { HOME_LIST, listLocally, listRemotely, nearFirst, selectCards } from './featured';
import type { SearchFilters, SearchResult, Teacher, TeacherCard } from './schema';
import { searchDelay } from './search-delay';
import { prepareSearch, searchLocally, shareCards, toCard, toTeacher, withoutHidden } from './search-local';
import { searchCache, searchKey, searchRemotely } from './search-remote';
import { selectTeacher } from './teacher-remote';

/** While loading, `data` is the former result, if there was one. */
export type TeacherSearch = Query<SearchResult, 'loading' | 'failed', SearchResult | null> & {
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
  const { name, style, city, when, page } = filters;
  const wanted = useMemo(() => ({ name, style, city, when, page }), [name, style, city, when, page]);
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  }, [wanted]);
  const catalog = useCatalog(useCallback((next: Catalog) => prepareSearch(next, latest.current), []));
  const local = useMemo((): Local<SearchResult> => {
    const { phase } = catalog;
    if (phase === 'opening' || phase === 'none') return localOf(catalog, NO_RESULTS, false);
    const result = searchLocally(catalog, wanted);
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

  const result = useShared(withoutHidden(data, catalog.hidden));
  const rest = {
    progress: syncing && catalog.phase !== 'complete' ? { received, total } : null,
    syncedAt: pulledAt,
    refreshing: asked || syncing,
    refresh,
  };
  if (status === 'ready' && result) return { status, data: result, ...rest };
  return { status: status === 'loading' ? status : 'failed', data: result, ...rest };
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

/** Delay for the latest change of filters; changes made while the server is not asked do not count. */
function useDelay(asks: boolean, filters: SearchFilters): number {
  const before = useRef<SearchFilters | null>(null);
  const delay = asks ? searchDelay(before.current, filters) : 0;
  useEffect(() => {
    before.current = asks ? filters : null;
  }, [asks, filters]);
  return delay;
}

const EVERYBODY = { name: '', cityIds: null, styleIds: null, without: new Set<string>() };

/** Every shown teacher, from this device; null until all listings are here. */
export function useAllCards(): TeacherCard[] | null {
  const catalog = useCatalog();
  return useMemo(() => {
    const { phase, index } = catalog;
    if (phase !== 'complete') return null;
    return index.search(EVERYBODY, 0, index.size).entries.map((entry) => toCard(entry, catalog));
  }, [catalog]);
}

export interface ShownTeacher {
  teacher: Teacher;
  /** Built from the card while the full row is loading; contact and full texts follow, unless `restFailed`. */
  isPartial: boolean;
  restFailed: boolean;
}

export type TeacherQuery = Query<ShownTeacher, 'loading' | 'missing' | 'unavailable'>;

/** One teacher by slug or id, case-insensitive. */
export function useTeacher(asWritten: string): TeacherQuery {
  const slugOrId = asWritten.toLowerCase();
  const catalog = useCatalog();
  const [found, setFound] = useState<{ key: string; answer: TeacherAnswer | null } | null>(null);
  const kept = prerendered<Teacher>('teacher', slugOrId);
  const brought = kept !== null;
  useEffect(() => {
    if (catalog.phase === 'opening') return;
    let wanted = true;
    const find = (answer: TeacherAnswer | null) => {
      if (wanted) startTransition(() => setFound({ key: slugOrId, answer }));
    };
    // Starts the sync, because a card has no contact and no full texts.
    if (!brought) {
      ensureSync().catch((error: unknown) => {
        logger.warn('The sync for a teacher did not start', error);
        // Without a replica the server is asked.
        find(null);
      });
    }
    void lookUpTeacher(slugOrId).then(find);
    return () => {
      wanted = false;
    };
  }, [slugOrId, catalog, brought]);

  const local = found?.key === slugOrId ? liveAnswer(found.answer) : null;
  const entry = catalog.index.bySlug(slugOrId) ?? catalog.index.byId(slugOrId);
  const known = catalog.phase === 'complete';
  // The row is missing although there may be a card: no replica, or one that is not complete.
  const unread = found?.key === slugOrId && !found.answer?.complete;
  // A teacher listed since the last sync, or an unknown one: only the server can tell.
  const isUnheard = known && !entry;
  const asksServer = catalog.phase !== 'opening' && (isUnheard || ((!known || unread) && !local?.row));
  const query = useReplicated<{ teacher: Teacher | null }>({
    local:
      local?.row && !isUnheard
        ? { state: 'whole', data: { teacher: toTeacher(local.row, catalog) } }
        : asksServer
          ? { state: 'lacking', data: null }
          : { state: 'reading' },
    key: `teacher ${slugOrId}`,
    ask: (signal) => selectTeacher(slugOrId, signal),
    drawn: kept && { teacher: kept },
    isStrict: isUnheard,
  });

  const { status } = query;
  const answer = status === 'ready' ? query.data.teacher : null;
  if (answer && (local?.row || [answer.slug, answer.id].includes(slugOrId))) return shown(answer);
  if (entry && !kept) {
    const restFailed = status === 'failed' || status === 'unavailable';
    return shown(fromCard(toCard(entry, catalog)), { isPartial: true, restFailed });
  }
  if (status === 'loading') return { status, data: null };
  return { status: status === 'ready' ? 'missing' : 'unavailable', data: null };
}

/** The row of a teacher whose check of identity has ended is not shown, also before the server has taken it off. */
function liveAnswer(answer: TeacherAnswer | null): TeacherAnswer | null {
  return answer?.row && endOf(answer.row.checks) <= dayNumber(Date.now()) ? { ...answer, row: null } : answer;
}

function shown(teacher: Teacher, part = { isPartial: false, restFailed: false }): TeacherQuery {
  return { status: 'ready', data: { teacher, ...part } };
}

function fromCard(card: TeacherCard): Teacher {
  return {
    ...fieldsFrom({}, LISTED_FIELDS),
    ...card,
    whatsapp: null,
    modalities: card.isGroup ? ['grupo'] : [],
    approvedAt: null,
    checks: [],
    stars: [0, 0, 0, 0, 0],
  };
}

export type Cards = ListQuery<TeacherCard, 'loading' | 'failed'>;

/** Cards of those teachers that are listed, in the order of `ids`: from the device, else from the server. */
export function useCardsOf(ids: readonly string[]): Cards {
  const catalog = useCatalog();
  const local = useMemo(
    () =>
      ids.flatMap((id) => {
        const entry = catalog.index.byId(id);
        return entry ? [toCard(entry, catalog)] : [];
      }),
    [ids, catalog],
  );
  const { status, data } = useReplicated({
    // A partial result is not used: the missing teachers would look unlisted.
    local: ids.length === 0 ? { state: 'whole', data: local } : localOf(catalog, local, false),
    key: `cards ${[...ids].sort().join()}`,
    ask: (signal) => selectCards(ids, signal),
    drawn: null,
  });
  if (catalog.phase === 'complete' || ids.length === 0) return { status: 'ready', data: local };
  if (status !== 'ready') return { status: status === 'loading' ? status : 'failed', data: local };
  const known = new Map(data.map((card) => [card.id, card]));
  return { status, data: ids.flatMap((id) => known.get(id) ?? []) };
}

/** Six teachers, rotating daily when there are more: those of the city `near` first, else featured ones. */
export function useFeaturedTeachers(near: string | null): Cards {
  const catalog = useCatalog();
  const local = useMemo(
    () =>
      catalog.phase === 'opening' || catalog.phase === 'none'
        ? []
        : listLocally(catalog, HOME_LIST, Date.now(), near),
    [catalog, near],
  );
  const { status, data } = useReplicated({
    local: localOf(catalog, local, local.length > 0),
    key: 'featured',
    ask: (signal) => listRemotely(HOME_LIST, Date.now(), signal),
    drawn: prerendered<TeacherCard[]>('featured'),
  });
  if (status !== 'ready') return { status: status === 'loading' ? status : 'failed', data: [] };
  const shown = data.filter(({ id }) => !catalog.hidden.has(id));
  return { status, data: nearFirst(shown, near) };
}

/** `stands`: show incomplete local data until the server has answered, or if it does not. */
function localOf<T>({ phase }: Catalog, data: T, stands: boolean): Local<T> {
  if (phase === 'opening') return { state: 'reading' };
  return phase === 'complete' ? { state: 'whole', data } : { state: 'lacking', data: stands ? data : null };
}
