import { useCallback, useEffect, useRef } from 'react';
import { siteAddress } from '@/lib/site';
import { JsonLd } from '@/ui/json-ld';
import hidden from '@/ui/visually-hidden.module.css';
import { Pagination } from '../cards/pagination';
import { teacherPath } from '../cards/teacher-path';
import { useTeacherSearch } from '../queries';
import type { AlertOf, CornerOf, TeacherCard } from '../schema';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';
import { SearchSummary } from './search-summary';
import { queryWithFilters, type SearchPreset } from './search-url';
import classes from './teacher-search.module.css';
import { useSearchFilters } from './use-search-filters';

interface TeacherSearchProps {
  preset?: SearchPreset;
  corner?: CornerOf | null;
  alertOf: AlertOf;
}

/** Filters, results and pages: all of /search except its heading. A landing page presets style and city. */
export function TeacherSearch({ preset, corner = null, alertOf }: TeacherSearchProps) {
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
  const untouched =
    preset !== undefined && queryWithFilters('', filters, preset) === '' && search.status === 'ready';

  return (
    <div>
      {untouched && search.data && search.data.totalCount > 0 ? (
        <JsonLd data={listData(search.data.teachers)} />
      ) : null}
      <SearchForm controls={controls} total={search.data?.totalCount ?? null} opener={opener} />
      <section className={classes.results} ref={results} tabIndex={-1} aria-labelledby="resultados">
        <h2 id="resultados" className={hidden.hidden}>
          Resultados
        </h2>
        <SearchSummary search={search} controls={controls} opener={opener} />
        <SearchResults
          search={search}
          style={filters.style}
          typed={isTyped ? filters.name : null}
          onClear={clearAndFocus}
          corner={corner}
          alert={alertOf(filters, true)}
        />
        {search.data ? (
          <Pagination page={filters.page} totalPages={search.data.totalPages} onPage={turnTo} />
        ) : null}
        {search.data?.totalCount ? alertOf(filters, false) : null}
      </section>
    </div>
  );
}

/** The teachers of a list as structured data, in the list's order. */
export function listData(teachers: readonly TeacherCard[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: teachers.length,
    itemListElement: teachers.map((teacher, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: teacher.name,
      url: siteAddress(teacherPath(teacher)),
    })),
  };
}
