/** Lists of the back-office: searched, filtered, sorted and cut into pages by the server. */
import { z } from 'zod';
import { type Answer, call } from '../core/server';

export interface ListRequest {
  q: string;
  /** By the server's names; absent is not filtered. */
  filters: Readonly<Record<string, string>>;
  /** A key, with a leading '-' for descending. */
  sort: string;
  /** What the page before named as `next`; null for the first page. */
  after: unknown;
  size: number;
}

export interface Row {
  id: string;
}

export interface ListPage<R extends Row> {
  rows: R[];
  /** Null on the last page. */
  next: unknown;
  /** Null where it was not counted: beyond the first page. */
  total: number | null;
  /** There are more than `total`. */
  capped: boolean;
}

export interface ListSource<R extends Row> {
  /** Names what is kept of it. */
  name: string;
  ask(request: ListRequest, signal?: AbortSignal): Promise<Answer<unknown>>;
  /** Throws when it is another shape. */
  read(value: unknown): ListPage<R>;
}

/** A procedure `admin_list_…(filter, sort, after, page_size)`. */
export function procedureList<R extends Row>(procedure: string, row: z.ZodType<R>): ListSource<R> {
  const page = z.object({
    rows: z.array(row),
    next: z.unknown().optional(),
    total: z.number().nullish(),
    total_is_capped: z.boolean().default(false),
  });
  return {
    name: procedure,
    ask: ({ q, filters, sort, after, size }, signal) =>
      call(
        procedure,
        {
          filter: { ...filters, ...(q !== '' && { search: q }) },
          sort,
          after,
          page_size: size,
        },
        (value) => value,
        signal,
      ),
    read: (value) => {
      const { rows, next, total, total_is_capped } = page.parse(value);
      return { rows, next: next ?? null, total: total ?? null, capped: total_is_capped };
    },
  };
}
