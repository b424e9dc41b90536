/** How a pull asks for its pages. */
import type { Checkpoint } from '@/db/rows/checkpoint';
import type { CollectionName, RowTypes } from '@/db/rows/collections';
import type { PulledRow } from '@/db/storage/pull-page';
import type { ReplicaState } from '@/db/storage/stored';
import { callProcedure } from '@/lib/rest';
import { type PageSize, PULL_PAGE } from './page-size';

/** Fetches the page of `size` rows after a checkpoint; returns its raw JSON. Throws RestFailure. */
export type FetchPage<N extends keyof RowTypes = CollectionName> = (
  name: N,
  after: Checkpoint | null,
  signal: AbortSignal,
  size?: number,
) => Promise<unknown>;

export const fetchPage: FetchPage = (name, after, signal, size = PULL_PAGE) =>
  callProcedure(
    `pull_${name}`,
    { after_xid: after?.xid ?? null, after_id: after?.id ?? null, page_size: size },
    signal,
  );

export interface PullOptions<N extends keyof RowTypes = CollectionName> {
  fetchPage: FetchPage<N>;
  /** Without it all pages have the same size. */
  pageSize?: PageSize;
  signal: AbortSignal;
  pace: () => Promise<void>;
  onProgress: (received: number, total: number | null) => void;
  /** A person asks: unreadable rows are requested again without waiting for their time. */
  rereadNow?: boolean;
  /** Called with a page that will be stored; `state` is the collection's state after that. */
  onInitialRows?: (rows: readonly PulledRow<RowTypes[N]>[], state: ReplicaState) => void;
}
