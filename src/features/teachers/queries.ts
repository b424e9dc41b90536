/** What screens read of teachers, cities and styles. From the device wherever it can answer. */
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Catalog, NamesById } from '@/db/catalog';
import { lookUpTeacher, type TeacherAnswer } from '@/db/lookup';
import { fieldsFrom, LISTED_FIELDS } from '@/db/profile-fields';
import { logger } from '@/lib/logger';
import { HEAD_START, prerendered } from '@/lib/prerendered';
import { useSyncProgress } from '@/reads/sync-status';
import { useCatalog } from '@/reads/use-catalog';
import { useRemote } from '@/reads/use-remote';
import { needSync } from '@/sync/need';
import { pullManually, type SyncStatus } from '@/sync/status';
import { HOME_LIST, listLocally, listRemotely, selectCards } from './featured';
import { foldName } from './fold-name';
import type { SearchFilters, SearchResult, Teacher, TeacherCard } from './schema';
import { searchDelay } from './search-delay';
import { prepareSearch, searchLocally, shareCards, toCard, toTeacher, withoutHidden } from './search-local';
import { searchCache, searchKey, searchRemotely, selectNamed } from './search-remote';
import { selectTeacher } from './teacher-remote';

export interface TeacherSearch {
  status: 'loading' | 'ready' | 'failed';
  /** While loading: the result before, if there was one. */
  result: SearchResult | null;
  source: 'local' | 'server' | null;
  /** First sync under way: rows received so far, of how many if the server said. */
  progress: { received: number; total: number | null } | null;
  /** Milliseconds since 1970 of the last completed pull. */
  syncedAt: number | null;
  refreshing: boolean;
  refresh(): Promise<void>;
}

const isSyncing = ({ collections }: SyncStatus) => collections.teachers.state === 'syncing';
const pulledAtOf = ({ collections }: SyncStatus) => collections.teachers.pulledAt;
const receivedOf = ({ collections }: SyncStatus) => collections.teachers.received;
const totalOf = ({ collections }: SyncStatus) => collections.teachers.total;
const nothingReceived = () => 0;
const unknownTotal = () => null;

/** Results for the filters, from the device when listings have replicated, else from the procedures. */
export function useTeacherSearch(filters: SearchFilters): TeacherSearch {
  const { name, style, city, page } = filters;
  const wanted = useMemo(() => ({ name, style, city, page }), [name, style, city, page]);
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  }, [wanted]);
  const catalog = useCatalog(useCallback((next: Catalog) => prepareSearch(next, latest.current), []));
  const local = useMemo(
    () =>
      catalog.phase === 'complete' || catalog.phase === 'partial' ? searchLocally(catalog, wanted) : null,
    [catalog, wanted],
  );
  const asksServer = catalog.phase === 'none' || catalog.phase === 'partial';
  const [attempt, setAttempt] = useState(0);
  const key = searchKey(wanted);
  const kept = prerendered<SearchResult>('search', key);
  const typed = useDelay(asksServer, wanted);
  const delay = kept && attempt === 0 ? HEAD_START : typed;
  const remote = useRemote(asksServer ? key : null, (signal) => searchRemotely(wanted, signal), {
    delay,
    attempt,
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

  const answer = answerOf(catalog, local, remote, kept);
  return {
    ...answer,
    result: useShared(answer.result),
    progress: syncing && catalog.phase !== 'complete' ? { received, total } : null,
    syncedAt: pulledAt,
    refreshing: asked || syncing,
    refresh,
  };
}

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

function answerOf(
  catalog: Catalog,
  local: SearchResult | null,
  remote: { status: string; value: SearchResult | null },
  kept: SearchResult | null,
): Pick<TeacherSearch, 'status' | 'result' | 'source'> {
  if (catalog.phase === 'complete' && local) return { status: 'ready', result: local, source: 'local' };
  const asked = withoutHidden(remote.value, catalog.hidden);
  if (remote.status === 'ready') return { status: 'ready', result: asked, source: 'server' };
  // What came with the page stands until there is something newer.
  if (kept) return { status: 'ready', result: withoutHidden(kept, catalog.hidden), source: 'server' };
  if (remote.status === 'failed') {
    // Some rows of a first sync that broke off are better than none, but none of them is no answer.
    if (local && local.totalCount > 0) return { status: 'ready', result: local, source: 'local' };
    return { status: 'failed', result: null, source: null };
  }
  return { status: 'loading', result: asked, source: asked ? 'server' : null };
}

export type TeacherQuery =
  | { status: 'loading' }
  /**
   * `isPartial`: drawn from the card while the rest is being read; contact and full texts follow, unless that `failed`.
   */
  | { status: 'found'; teacher: Teacher; isPartial: boolean; failed?: boolean }
  | { status: 'missing' }
  | { status: 'unavailable' };

/** One teacher by slug or id, in any case. 'unavailable': offline and never synced, so nobody can know. */
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
  const remote = useRemote(
    asksServer ? `teacher ${slugOrId}` : null,
    (signal) => selectTeacher(slugOrId, signal),
    brought ? { delay: HEAD_START } : {},
  );

  if (local?.row && !isUnheard)
    return { status: 'found', teacher: toTeacher(local.row, catalog), isPartial: false };
  // While loading: of this visit, if it is them and not those of the page before.
  const asked = isUnheard && remote.status !== 'ready' ? null : remote.value?.teacher;
  if (asked && (asked.slug === slugOrId || asked.id === slugOrId)) {
    return { status: 'found', teacher: asked, isPartial: false };
  }
  if (entry && !kept)
    return {
      status: 'found',
      teacher: fromCard(toCard(entry, catalog)),
      isPartial: true,
      failed: remote.status === 'failed',
    };
  if (remote.status === 'ready') return { status: 'missing' };
  if (kept) return { status: 'found', teacher: kept, isPartial: false };
  return remote.status === 'failed' ? { status: 'unavailable' } : { status: 'loading' };
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

export interface CardsQuery {
  status: 'loading' | 'ready' | 'failed';
  /** Those of the asked ones that are listed, in their order. */
  teachers: TeacherCard[];
}

/** The cards of these teachers: from the device when listings have replicated, else from the server. */
export function useCardsOf(ids: readonly string[]): CardsQuery {
  const catalog = useCatalog();
  const local = useMemo(
    () =>
      ids.flatMap((id) => {
        const entry = catalog.index.byId(id);
        return entry ? [toCard(entry, catalog)] : [];
      }),
    [ids, catalog],
  );
  const asksServer = ids.length > 0 && (catalog.phase === 'none' || catalog.phase === 'partial');
  const key = [...ids].sort().join();
  const remote = useRemote(asksServer ? `cards ${key}` : null, (signal) => selectCards(ids, signal));
  if (catalog.phase === 'complete' || ids.length === 0) return { status: 'ready', teachers: local };
  if (remote.status === 'ready') {
    const known = new Map((remote.value ?? []).map((card) => [card.id, card]));
    return { status: 'ready', teachers: ids.flatMap((id) => known.get(id) ?? []) };
  }
  if (remote.status !== 'failed') return { status: 'loading', teachers: local };
  return { status: 'failed', teachers: local };
}

export interface FeaturedQuery {
  status: 'loading' | 'ready' | 'failed';
  teachers: TeacherCard[];
}

/** Six featured teachers, another six each day when there are more. */
export function useFeaturedTeachers(): FeaturedQuery {
  const catalog = useCatalog();
  const local = useMemo(
    () =>
      catalog.phase === 'opening' || catalog.phase === 'none'
        ? []
        : listLocally(catalog, HOME_LIST, Date.now()),
    [catalog],
  );
  const asksServer = catalog.phase === 'none' || catalog.phase === 'partial';
  const kept = prerendered<TeacherCard[]>('featured');
  const remote = useRemote(
    asksServer ? 'featured' : null,
    (signal) => listRemotely(HOME_LIST, Date.now(), signal),
    kept ? { delay: HEAD_START } : {},
  );
  if (catalog.phase === 'complete') return { status: 'ready', teachers: local };
  const shown = (cards: TeacherCard[]) => cards.filter(({ id }) => !catalog.hidden.has(id));
  if (remote.value) return { status: 'ready', teachers: shown(remote.value) };
  if (kept) return { status: 'ready', teachers: shown(kept) };
  if (remote.status !== 'failed') return { status: 'loading', teachers: [] };
  return local.length > 0 ? { status: 'ready', teachers: local } : { status: 'failed', teachers: [] };
}

export interface NamedItem {
  id: string;
  name: string;
}

export interface NamesQuery {
  status: 'loading' | 'ready' | 'failed';
  /** Active ones by name. */
  items: NamedItem[];
  error: 'Failed to load cities' | 'Failed to load dance styles' | null;
}

export function useCities(): NamesQuery {
  const { phase, cities, citiesComplete } = useCatalog();
  return useNames('cities', phase, cities, citiesComplete, 'Failed to load cities');
}

export function useDanceStyles(): NamesQuery {
  const { phase, danceStyles, danceStylesComplete } = useCatalog();
  return useNames('dance_styles', phase, danceStyles, danceStylesComplete, 'Failed to load dance styles');
}

function useNames(
  table: 'cities' | 'dance_styles',
  phase: Catalog['phase'],
  names: NamesById,
  complete: boolean,
  message: Exclude<NamesQuery['error'], null>,
): NamesQuery {
  const asksServer = !complete && phase !== 'opening';
  const kept = prerendered<NamedItem[]>(table);
  const remote = useRemote(
    asksServer ? table : null,
    (signal) => selectNamed(table, signal),
    kept ? { delay: HEAD_START } : {},
  );
  const known = complete ? names : (remote.value ?? names);
  const items = useMemo(() => activeByName(known), [known]);
  if (complete || remote.value) return { status: 'ready', items, error: null };
  if (kept) return { status: 'ready', items: kept, error: null };
  if (remote.status !== 'failed') return { status: 'loading', items: [], error: null };
  return items.length > 0
    ? { status: 'ready', items, error: null }
    : { status: 'failed', items, error: message };
}

/** For lists to choose from. */
export function activeByName(names: NamesById): NamedItem[] {
  return [...names.values()]
    .filter(([, , active]) => active)
    .map(([id, name]) => ({ id, name, folded: foldName(name) }))
    .sort((a, b) => (a.folded < b.folded ? -1 : 1))
    .map(({ id, name }) => ({ id, name }));
}
