/** Lists of the back-office. The server searches, filters, sorts and pages them. */
import { z } from 'zod';
import { type Answer, call } from '../core/server';

export interface ListRequest {
  q: string;
  /** Values by the server's filter names; an absent name does not filter. */
  filters: Readonly<Record<string, string>>;
  /** A sort key, with a leading '-' for descending order. */
  sort: string;
  /** The `next` value of the previous page; null for the first page. */
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
  /** Null after the first page, because only that one is counted. */
  total: number | null;
  /** Whether there are more rows than `total`, because counting stops at a limit. */
  capped: boolean;
}

export interface ListSource<R extends Row> {
  /** Key of the list's kept answers. */
  name: string;
  ask(request: ListRequest, signal?: AbortSignal): Promise<Answer<unknown>>;
  /** Throws when the value has another shape. */
  read(value: unknown): ListPage<R>;
}

/** A list from a procedure `admin_list_…(filter, sort, after, page_size)`. */
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
