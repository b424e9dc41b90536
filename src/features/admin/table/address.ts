import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { fieldsOf } from '@/lib/stored';
import { useDataNavigate } from '@/ui/navigate';

export interface Choice {
  value: string;
  label: string;
}

/** Options that are searched by typing, because there are many. */
export type PlaceKind = 'city' | 'style';

export interface Filter {
  /** The filter's name on the server. */
  key: string;
  label: string;
  options: readonly Choice[];
  /** The value of an address that has neither this filter nor a search text; `ALL` in the address means no filter. */
  initial?: string;
  place?: PlaceKind;
}

/** Says in the address that a filter with an initial value is off. */
const ALL = 'todos';

export interface ListAddress {
  q: string;
  filters: Record<string, string>;
  sort: string;
  after: unknown;
  /** Page number from 1. Read from the address, so it can be wrong in a hand-made link. */
  page: number;
  /** Changes search, filters or order and returns to the first page. An empty value removes a filter. */
  change(changes: Record<string, string>): void;
  next(after: unknown): void;
  previous(): void;
}

interface Trail {
  /** The `after` values of the previous pages. */
  trail?: unknown[];
}

/**
 * Keeps the state of a list in the address, so that it survives reloading, sharing and going back. `prefix` separates
 * two lists of one page.
 */
export function useListAddress(filters: readonly Filter[], firstSort: string, prefix = ''): ListAddress {
  const { search, pathname, state } = useLocation();
  const navigate = useDataNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const read = (key: string) => params.get(prefix + key) ?? '';

  const known: Record<string, string> = {};
  for (const { key, options, initial = '' } of filters) {
    const value = read(key) || (read('q') === '' ? initial : '');
    // Until the options are loaded, the value in the address is trusted.
    const isKnown = options.length === 0 || options.some((option) => option.value === value);
    if (value !== '' && isKnown) known[key] = value;
  }
  const after = parse(read('after'));
  const page = Math.max(1, Math.trunc(Number(read('p'))) || 1);

  const go = useCallback(
    (changes: Record<string, string>, options: { replace?: boolean; trail?: unknown[] } = {}) => {
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === '') next.delete(prefix + key);
        else next.set(prefix + key, value);
      }
      const query = next.toString();
      void navigate(`${pathname}${query === '' ? '' : `?${query}`}`, {
        replace: options.replace ?? false,
        state: { trail: options.trail ?? [] } satisfies Trail,
        preventScrollReset: true,
      });
    },
    [search, pathname, prefix, navigate],
  );

  const { trail: kept } = fieldsOf(state);
  const trail: unknown[] = Array.isArray(kept) ? kept : [];
  return {
    q: read('q').slice(0, 80),
    filters: known,
    sort: read('sort') || firstSort,
    after,
    page,
    change: (changes) => {
      const off = filters.filter(({ key, initial }) => initial !== undefined && changes[key] === '');
      go(
        { ...changes, ...Object.fromEntries(off.map(({ key }) => [key, ALL])), after: '', p: '' },
        { replace: true },
      );
    },
    next: (to) => go({ after: JSON.stringify(to), p: String(page + 1) }, { trail: [...trail, after] }),
    previous: () => {
      const before = trail.at(-1) ?? null;
      const isFirst = before === null || trail.length === 0;
      go(
        { after: isFirst ? '' : JSON.stringify(before), p: isFirst || page <= 2 ? '' : String(page - 1) },
        { trail: trail.slice(0, -1) },
      );
    },
  };
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
