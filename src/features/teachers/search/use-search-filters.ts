import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Criterion } from '@/db/search/search-rules';
import { logger } from '@/lib/logger';
import { useNavigate } from '@/ui/navigate';
import { FILTER_DELAY, NAME_DELAY, type SearchFilters, STYLE_SETTLE } from '../schema';
import { rememberSearch } from './last-search';
import {
  FILTER_MAX_LENGTH,
  filtersFromQuery,
  NO_CRITERIA,
  NO_FILTERS,
  NO_PRESET,
  queryWithFilters,
  type SearchPreset,
} from './search-url';

/** Learns the own city without loading its code before the first results. */
function learn(city: string): void {
  import('@/reads/my-city').then(
    ({ learnMyCity }) => learnMyCity(city),
    (error: unknown) => logger.info('The own city is not learnt', error),
  );
}

export interface SearchFilterControls {
  /** The present filters; the URL follows a moment later. */
  filters: SearchFilters;
  /** The last change was typed into the name. */
  isTyped: boolean;
  setName(name: string): void;
  setStyle(style: string): void;
  setCity(city: string): void;
  /** One of search-rules.ts; empty for any. */
  setCriterion(name: Criterion, value: string): void;
  /** `replace`: a correction that "back" is not to undo. */
  setPage(page: number, replace?: boolean): void;
  clear(): void;
}

interface Pending {
  timer: ReturnType<typeof setTimeout>;
  /** When the URL may follow, on the clock of performance.now(). */
  due: number;
  /** The typed name to write into the present history entry before a choice makes a new one. */
  name: string | null;
  /** A style or city was chosen, which makes a history entry. */
  chosen: boolean;
}

/**
 * Filters of the search page, kept in the URL's query (specification 001 §4). A change shows at once, on page 1; the
 * URL follows 500 ms after the last key of the name, 100 ms after a choice (a style is debounced for another 150 ms
 * before). Changes that wait together are written together, in order. Typing replaces the history entry, a choice makes
 * a new one, so that "back" undoes it. Waiting changes are written before a link is followed. `preset` must not change
 * while the page is mounted: set a `key` where it may.
 */
export function useSearchFilters(preset: SearchPreset = NO_PRESET): SearchFilterControls {
  const location = useLocation();
  const { pathname } = location;
  const [presets] = useState(preset);
  const navigate = useNavigate();
  const [filters, setFilters] = useState(() => filtersFromQuery(location.search, presets));
  const [isTyped, setTyped] = useState(false);
  const current = useRef(filters);
  const query = useRef(location.search);
  const pending = useRef<Pending | null>(null);
  /** Queries that we wrote and the router has not shown yet, so that seeing one is not taken for a navigation. */
  const written = useRef<string[]>([]);

  const show = useCallback((next: SearchFilters, typed = false) => {
    current.current = next;
    setFilters(next);
    setTyped(typed);
  }, []);

  const write = useCallback(
    (next: SearchFilters, replace: boolean) => {
      const search = queryWithFilters(query.current, next, presets);
      if (search === query.current) return;
      query.current = search;
      rememberSearch(pathname, search, presets);
      written.current.push(search);
      navigate({ search }, { replace, preventScrollReset: true });
    },
    [navigate, pathname, presets],
  );

  const flush = useCallback(() => {
    const waiting = pending.current;
    if (!waiting) return;
    clearTimeout(waiting.timer);
    pending.current = null;
    if (waiting.name !== null && waiting.chosen) {
      write({ ...filtersFromQuery(query.current, presets), name: waiting.name, page: 1 }, true);
    }
    write(current.current, !waiting.chosen);
  }, [write, presets]);

  const change = useCallback(
    (part: Partial<SearchFilters>, delay: number) => {
      const typed = part.name !== undefined && delay === NAME_DELAY;
      show({ ...current.current, page: 1, ...part }, typed);
      const before = pending.current;
      if (before) clearTimeout(before.timer);
      const now = performance.now();
      const due = Math.max(now + delay, before?.due ?? 0);
      pending.current = {
        due,
        name: typed ? current.current.name : (before?.name ?? null),
        chosen: !typed || (before?.chosen ?? false),
        timer: setTimeout(flush, due - now),
      };
    },
    [flush, show],
  );

  useEffect(() => rememberSearch(pathname, query.current, presets), [pathname, presets]);

  // After back, forward or a link to this page (which may leave the query unchanged) the URL wins and waiting changes
  // are dropped.
  useEffect(() => {
    const ours = written.current.indexOf(location.search);
    if (ours >= 0) {
      written.current.splice(0, ours + 1);
      return;
    }
    written.current = [];
    if (query.current === location.search) return;
    query.current = location.search;
    rememberSearch(location.pathname, location.search, presets);
    if (pending.current) clearTimeout(pending.current.timer);
    pending.current = null;
    show(filtersFromQuery(location.search, presets));
  }, [location, show, presets]);

  // Writes waiting changes before a link is followed, so that coming back finds the filters.
  useEffect(() => {
    const beforeLeaving = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('a[href]')) flush();
    };
    document.addEventListener('click', beforeLeaving, true);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('click', beforeLeaving, true);
      window.removeEventListener('pagehide', flush);
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = null;
    };
  }, [flush]);

  const setName = useCallback(
    (name: string) => change({ name: name.slice(0, FILTER_MAX_LENGTH) }, NAME_DELAY),
    [change],
  );
  const setStyle = useCallback((style: string) => change({ style }, STYLE_SETTLE + FILTER_DELAY), [change]);
  const setCity = useCallback(
    (city: string) => {
      learn(city);
      change({ city }, FILTER_DELAY);
    },
    [change],
  );
  const setCriterion = useCallback(
    (name: Criterion, value: string) =>
      change(
        { [name]: value.slice(0, FILTER_MAX_LENGTH) || undefined },
        name === 'area' ? NAME_DELAY : FILTER_DELAY,
      ),
    [change],
  );
  const setPage = useCallback(
    (page: number, replace = false) => {
      flush();
      show({ ...current.current, page });
      write(current.current, replace);
    },
    [flush, show, write],
  );
  const clear = useCallback(() => change({ ...NO_CRITERIA, ...NO_FILTERS }, FILTER_DELAY), [change]);

  return useMemo(
    () => ({ filters, isTyped, setName, setStyle, setCity, setCriterion, setPage, clear }),
    [filters, isTyped, setName, setStyle, setCity, setCriterion, setPage, clear],
  );
}
