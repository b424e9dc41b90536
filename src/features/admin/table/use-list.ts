import { useEffect, useState } from 'react';
import { type AnswerQuery, useAnswer } from '../core/use-answer';
import { type Filter, type ListAddress, useListAddress } from './address';
import type { ListPage, ListRequest, ListSource, Row } from './list';

const PAGE = 50;

export interface SortChoice {
  /** Sort key, with a leading '-' for descending order. */
  key: string;
  label: string;
}

interface ListOptions<R extends Row> {
  source: ListSource<R>;
  filters?: readonly Filter[];
  /** The first one is the default order. */
  sorts: readonly [SortChoice, ...SortChoice[]];
  /** Filters that the page sets and the address does not hold. */
  fixed?: Readonly<Record<string, string>>;
  /** Prefix of the address parameters, for a page with two lists. */
  prefix?: string;
  size?: number;
}

export interface List<R extends Row> {
  source: ListSource<R>;
  filters: readonly Filter[];
  sorts: readonly SortChoice[];
  address: ListAddress;
  request: ListRequest;
  query: AnswerQuery<ListPage<R>>;
  rows: R[];
  /** Number of rows in the whole list; null while unknown. */
  total: { total: number; capped: boolean } | null;
  /** Rows selected on this page of the list. */
  selected: R[];
  select(ids: readonly string[]): void;
}

/** Totals by list, search and filters, because the server counts with the first page only. */
const counted = new Map<string, { total: number; capped: boolean }>();

const NONE: readonly Filter[] = [];

export function useList<R extends Row>(options: ListOptions<R>): List<R> {
  const { source, filters = NONE, sorts, fixed, prefix, size = PAGE } = options;
  const address = useListAddress(filters, sorts[0].key, prefix);
  const { q, sort, after } = address;
  const request = { q, filters: { ...address.filters, ...fixed }, sort, after, size };
  const key = `${source.name} ${JSON.stringify(request)}`;
  const query = useAnswer({
    key,
    ask: (signal) => source.ask(request, signal),
    read: (value) => source.read(value),
  });

  const [ids, setIds] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or filter clears the selection.
  useEffect(() => setIds([]), [key]);
  const rows = query.value?.rows ?? [];
  const counts = `${source.name} ${JSON.stringify([q, request.filters])}`;
  const answer = query.value;
  const fresh = after === null && answer !== null && answer.total !== null;
  if (fresh) counted.set(counts, { total: answer.total ?? 0, capped: answer.capped });
  const total = counted.get(counts) ?? null;
  const selected = rows.filter(({ id }) => ids.includes(id));
  return { source, filters, sorts, address, request, query, rows, total, selected, select: setIds };
}
