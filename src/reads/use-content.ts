/**
 * Public content for screens: live from the phone, and from the server while the phone has none. Import it from a
 * page's own chunk. The source of each kind: supabase/migrations/…_content.sql.
 */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ContentSnapshot, contentStore } from '@/db/memory/content';
import type { ContentKind, ContentRow } from '@/db/rows/public-rows';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import { useInTransition } from '@/lib/use-in-transition';
import { ensureSync } from '@/sync/ensure-sync';
import { selectContent } from './content-remote';
import type { ListQuery, Query, Retry } from './query';
import { useSyncStatus } from './sync-status';
import { type Local, type Replicated, useReplicated } from './use-replicated';

/**
 * Parses a row for the feature; throws when it is invalid. Pass the same function in every render: another one parses
 * all rows again.
 */
export type ParseContent<T> = (row: ContentRow) => T;

/** 'unavailable' and 'failed' end by themselves once rows arrive. */
export type ContentAbsence = 'loading' | 'unavailable' | 'failed';

/** In order of the sort key; empty unless ready. */
export type ContentQuery<T> = ListQuery<T, ContentAbsence> & Retry;

/** All live rows of a kind, in order. Rows that do not parse are left out, with a warning in the log. */
export function useContent<T>(kind: ContentKind, parse: ParseContent<T>): ContentQuery<T> {
  const { status, data, retry } = useContentRows(kind, null);
  const parsed = useMemo(() => parseContent(data ?? NONE, parse), [data, parse]);
  return { status, data: parsed, retry };
}

/**
 * All live rows of a kind, for an optional part of a page: the page's embedded rows, then the phone's once they are
 * read. Starts no sync and no request, so that it delays nothing.
 */
export function useContentInTime<T>(kind: ContentKind, parse: ParseContent<T>): T[] {
  const view = contentStore.view(kind);
  const local = useInTransition(view.subscribe, view.get, UNREAD);
  const rows = local.usable ? local.rows : (prerendered<ContentRow[]>('content', `${kind}/`) ?? NONE);
  return useMemo(() => parseContent(rows, parse), [rows, parse]);
}

/** One row of a kind, by slug or id. */
export function useContentItem<T>(
  kind: ContentKind,
  slugOrId: string,
  parse: ParseContent<T>,
): Query<T, ContentAbsence | 'missing'> & Retry {
  const { status, data, retry } = useContentRows(kind, slugOrId);
  const item = useMemo(() => parseContent(data ?? NONE, parse)[0], [data, parse]);
  if (status === 'ready' && item !== undefined) return { status, data: item, retry };
  return { status: status === 'ready' ? 'missing' : status, data: null, retry };
}

const NONE: ContentRow[] = [];

/** For a prerendered or hydrating page: its data came with it. */
const UNREAD = { rows: NONE, usable: false, isRead: false };

function useContentRows(kind: ContentKind, key: string | null): Replicated<ContentRow[]> & Retry {
  const view = contentStore.view(kind, key);
  const local = useInTransition(view.subscribe, view.get, UNREAD);
  const online = useSyncStatus((status) => status.connection === 'online');
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  const about = `${kind}/${key ?? ''}`;
  const drawn = prerendered<ContentRow[]>('content', about);
  const brought = drawn !== null;
  useEffect(() => {
    if (!brought) ensureSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [brought]);

  const query = useReplicated({
    local: localOf(local, key),
    key: `content ${about}`,
    ask: (signal) => selectContent(kind, key, signal),
    drawn,
    attempt,
    mayAsk: online,
  });
  return { ...query, retry };
}

function localOf({ rows, usable, isRead }: ContentSnapshot, key: string | null): Local<ContentRow[]> {
  // The server may have a row that is not here: it may be newer than the last pull.
  if (usable && key !== null && rows.length === 0) return { state: 'lacking', data: rows };
  if (usable) return { state: 'whole', data: rows };
  return isRead ? { state: 'lacking', data: null } : { state: 'reading' };
}

/** Whether the page was prerendered with rows of this kind: they are shown until newer ones are known. */
export function cameWithPage(kind: ContentKind): boolean {
  return prerendered('content', `${kind}/`) !== null;
}

/** The rows that parse. */
export function parseContent<T>(rows: readonly ContentRow[], parse: ParseContent<T>): T[] {
  return rows.flatMap((row) => {
    try {
      return [parse(row)];
    } catch (error) {
      logger.warn(`The ${row.kind} ${row.id} cannot be shown`, error);
      return [];
    }
  });
}
