import { useCallback, useEffect, useRef } from 'react';
import { JsonLd } from '@/ui/json-ld';
import hidden from '@/ui/visually-hidden.module.css';
import { useTeacherSearch } from '../queries';
import type { CornerOf } from '../schema';
import { Pagination } from './pagination';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';
import { SearchSummary } from './search-summary';
import { queryWithFilters, type SearchPreset } from './search-url';
import { listData } from './teacher-about';
import classes from './teacher-search.module.css';
import { useSearchFilters } from './use-search-filters';

interface TeacherSearchProps {
  preset?: SearchPreset;
  corner?: CornerOf | null;
}

/** Filters, results, pages: the whole of /search but its heading. A landing page presets style and city. */
export function TeacherSearch({ preset, corner = null }: TeacherSearchProps) {
  const controls = useSearchFilters(preset);
  const { filters, isTyped, setPage, clear } = controls;
  const search = useTeacherSearch(filters);
  const results = useRef<HTMLElement>(null);

  // A page of a list that has become shorter, or that somebody typed: its last page is what they meant.
  const last = search.status === 'ready' ? Math.max(1, search.data.totalPages) : null;
  useEffect(() => {
    if (last !== null && filters.page > last) setPage(last, true);
  }, [last, filters.page, setPage]);

  // Stable, as everything given to the parts is: while syncing, the status changes many times a second.
  const turnTo = useCallback(
    (page: number) => {
      setPage(page);
      results.current?.focus({ preventScroll: true });
      results.current?.scrollIntoView({ block: 'start' });
    },
    [setPage],
  );

  // The button goes with the empty state, the focus stays here.
  const clearThere = useCallback(() => {
    clear();
    results.current?.focus({ preventScroll: true });
  }, [clear]);

  // Of the page itself, not of what somebody looks for in it.
  const untouched =
    preset !== undefined && queryWithFilters('', filters, preset) === '' && search.status === 'ready';

  return (
    <div>
      {untouched && search.data && search.data.totalCount > 0 ? (
        <JsonLd data={listData(search.data.teachers)} />
      ) : null}
      <SearchForm controls={controls} total={search.data?.totalCount ?? null} />
      <section className={classes.results} ref={results} tabIndex={-1} aria-labelledby="resultados">
        <h2 id="resultados" className={hidden.hidden}>
          Resultados
        </h2>
        <SearchSummary search={search} />
        <SearchResults
          search={search}
          style={filters.style}
          typed={isTyped ? filters.name : null}
          onClear={clearThere}
          corner={corner}
        />
        {search.data ? (
          <Pagination page={filters.page} totalPages={search.data.totalPages} onPage={turnTo} />
        ) : null}
      </section>
    </div>
  );
}
