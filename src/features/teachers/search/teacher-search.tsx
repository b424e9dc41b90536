import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import { drawnOptional } from '@/ui/later';
import hidden from '@/ui/visually-hidden.module.css';
import { Pagination } from '../cards/pagination';
import { useTeacherSearch } from '../queries';
import type { AlertOf, CornerOf, SearchFilters, TeacherCard } from '../schema';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';
import { SearchSummary } from './search-summary';
import { queryWithFilters, type SearchPreset } from './search-url';
import classes from './teacher-search.module.css';
import { useSearchFilters } from './use-search-filters';

/** Not in the first bundle: most searches find somebody. */
const Nobody = drawnOptional(() => import('../nobody'));

interface TeacherSearchProps {
  preset?: SearchPreset;
  corner?: CornerOf | null;
  alertOf: AlertOf;
  /** Structured data about the list of the page itself. */
  dataOf?: (teachers: readonly TeacherCard[]) => ReactNode;
  /** The page has said that nobody teaches there. */
  isSaid?: boolean;
}

/** Filters, results and pages: all of /search except its heading. A landing page presets style and city. */
export function TeacherSearch({ preset, corner = null, alertOf, dataOf, isSaid }: TeacherSearchProps) {
  const controls = useSearchFilters(preset);
  const { filters, isTyped, setPage, clear } = controls;
  const search = useTeacherSearch(filters);
  const results = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  // Corrects a page number beyond the end, from a list that has become shorter or from a URL, to the last page.
  const last = search.status === 'ready' ? Math.max(1, search.data.totalPages) : null;
  useEffect(() => {
    if (last !== null && filters.page > last) setPage(last, true);
  }, [last, filters.page, setPage]);

  // Stable, like all props of the parts: during a sync the status changes many times a second.
  const turnTo = useCallback(
    (page: number) => {
      setPage(page);
      results.current?.focus({ preventScroll: true });
      results.current?.scrollIntoView({ block: 'start' });
    },
    [setPage],
  );

  // The focused button disappears with the empty state, so the focus moves to the results.
  const clearAndFocus = useCallback(() => {
    clear();
    results.current?.focus({ preventScroll: true });
  }, [clear]);

  // Structured data describes the page itself, not a visitor's search in it.
  const untouched = queryWithFilters('', filters, preset) === '';
  const { data } = search;
  const alert = alertOf(filters, true);
  const isEmpty = data?.totalCount === 0;
  const isNobody = isEmpty && (data.isNobody || untouched);
  const isNobodyThere = isEmpty && (data.isNobodyThere || isPlace(filters));

  return (
    <div>
      {untouched && search.status === 'ready' && data?.totalCount ? dataOf?.(data.teachers) : null}
      <SearchForm controls={controls} total={data?.totalCount ?? null} opener={opener} />
      <section className={classes.results} ref={results} tabIndex={-1} aria-labelledby="resultados">
        <h2 id="resultados" className={hidden.hidden}>
          Resultados
        </h2>
        <SearchSummary search={search} isNobody={isNobody} controls={controls} opener={opener} />
        <SearchResults
          search={search}
          style={filters.style}
          typed={isTyped ? filters.name : null}
          onClear={clearAndFocus}
          corner={corner}
          alert={alert}
          nobody={
            isNobody || isNobodyThere ? (
              <Suspense>
                {isSaid && untouched ? null : (
                  <Nobody {...{ style: filters.style, city: filters.city, filters, corner, alert }} />
                )}
              </Suspense>
            ) : null
          }
        />
        {data ? <Pagination page={filters.page} totalPages={data.totalPages} onPage={turnTo} /> : null}
        {data?.totalCount ? alertOf(filters, false) : null}
      </section>
    </div>
  );
}

/** Whether nothing is asked for but a city, and maybe a style. */
const isPlace = (filters: SearchFilters): boolean =>
  filters.city !== '' && queryWithFilters('', filters, filters) === '';
