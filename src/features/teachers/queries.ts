/** What screens read of teachers, cities and styles. From the device wherever it can answer. */
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Catalog } from '@/db/catalog';
import { lookUpTeacher, type TeacherAnswer } from '@/db/lookup';
import { fieldsFrom, LISTED_FIELDS } from '@/db/profile-fields';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import type { ListQuery, Query } from '@/reads/query';
import { useSyncProgress } from '@/reads/sync-status';
import { useCatalog } from '@/reads/use-catalog';
import { type Local, useReplicated } from '@/reads/use-replicated';
import { needSync } from '@/sync/need';
import { pullManually, type SyncStatus } from '@/sync/status';
import { HOME_LIST, listLocally, listRemotely, selectCards } from './featured';
import type { SearchFilters, SearchResult, Teacher, TeacherCard } from './schema';
import { searchDelay } from './search-delay';
import { prepareSearch, searchLocally, shareCards, toCard, toTeacher, withoutHidden } from './search-local';
import { searchCache, searchKey, searchRemotely } from './search-remote';
import { selectTeacher } from './teacher-remote';

/** While loading, `data` are the result before, if there was one. */
export type TeacherSearch = Query<SearchResult, 'loading' | 'failed', SearchResult | null> & {
  /** First sync under way: rows received so far, of how many if the server said. */
  progress: { received: number; total: number | null } | null;
  /** Milliseconds since 1970 of the last completed pull. */
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

/** Results for the filters, from the device when listings have replicated, else from the procedures. */
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
    if (phase === 'opening' || phase === 'none') return localOf(catalog, NOBODY, false);
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
  // One field each: a page that shows everything does not draw anew for every page that is pulled.
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

const NOBODY: SearchResult = { teachers: [], totalCount: 0, totalPages: 0 };

/** The same objects as before for what did not change, so that only changed cards are drawn anew. */
function useShared(next: SearchResult | null): SearchResult | null {
  const before = useRef<SearchResult | null>(null);
  const shared = useMemo(() => shareCards(before.current, next), [next]);
  useEffect(() => {
    before.current = shared;
  }, [shared]);
  return shared;
}

/** The delay that belongs to the latest change of filters; typing while nothing is asked does not count. */
function useDelay(asks: boolean, filters: SearchFilters): number {
  const before = useRef<SearchFilters | null>(null);
  const delay = asks ? searchDelay(before.current, filters) : 0;
  useEffect(() => {
    before.current = asks ? filters : null;
  }, [asks, filters]);
  return delay;
}

export interface ShownTeacher {
  teacher: Teacher;
  /** Drawn from the card while the rest is being read; contact and full texts follow, unless `restFailed`. */
  isPartial: boolean;
  restFailed: boolean;
}

export type TeacherQuery = Query<ShownTeacher, 'loading' | 'missing' | 'unavailable'>;

/** One teacher by slug or id, in any case. */
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
    // A card has no contact and no full texts: here the replica is what people came for.
    if (!brought) {
      needSync().catch((error: unknown) => {
        logger.warn('Syncing did not start', error);
        // Nobody will answer from the replica then: the server is asked.
        find(null);
      });
    }
    void lookUpTeacher(slugOrId).then(find);
    return () => {
      wanted = false;
    };
  }, [slugOrId, catalog, brought]);

  const local = found?.key === slugOrId ? found.answer : null;
  const entry = catalog.index.bySlug(slugOrId) ?? catalog.index.byId(slugOrId);
  const known = catalog.phase === 'complete';
  // Also when there is a card but no replica to read the rest from, or one that is still being filled.
  const unread = found?.key === slugOrId && !found.answer?.complete;
  // Listed since this phone last heard, or nowhere: the server knows.
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
    stars: [0, 0, 0, 0, 0],
  };
}

type Cards = ListQuery<TeacherCard, 'loading' | 'failed'>;

/** The cards of these teachers, those that are listed, in their order: from the device, else from the server. */
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
    // A part of them is no answer: those that are missing would count as not listed.
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

/** Six featured teachers, another six each day when there are more. */
export function useFeaturedTeachers(): Cards {
  const catalog = useCatalog();
  const local = useMemo(
    () =>
      catalog.phase === 'opening' || catalog.phase === 'none'
        ? []
        : listLocally(catalog, HOME_LIST, Date.now()),
    [catalog],
  );
  const { status, data } = useReplicated({
    local: localOf(catalog, local, local.length > 0),
    key: 'featured',
    ask: (signal) => listRemotely(HOME_LIST, Date.now(), signal),
    drawn: prerendered<TeacherCard[]>('featured'),
  });
  if (status !== 'ready') return { status: status === 'loading' ? status : 'failed', data: [] };
  return { status, data: data.filter(({ id }) => !catalog.hidden.has(id)) };
}

/** `stands`: it is better than no answer of the server, though the listings have not all come. */
function localOf<T>({ phase }: Catalog, data: T, stands: boolean): Local<T> {
  if (phase === 'opening') return { state: 'reading' };
  return phase === 'complete' ? { state: 'whole', data } : { state: 'lacking', data: stands ? data : null };
}
