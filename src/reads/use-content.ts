/**
 * Public content for screens: from the phone, live, and from the server while the phone holds none. Import it from a
 * page's own chunk. Where each kind comes from: supabase/migrations/…_content.sql.
 */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { contentStore } from '@/db/content';
import type { ContentKind, ContentRow } from '@/db/rows';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { HEAD_START, prerendered } from '@/lib/prerendered';
import { RestFailure } from '@/lib/rest';
import { useInTransition } from '@/lib/use-in-transition';
import { selectContent } from '@/reads/content-remote';
import { useSyncStatus } from '@/reads/sync-status';
import { needSync } from '@/sync/need';

/**
 * Makes of a row what the feature shows; throws when the row is none. The same function in every rendering: rows are
 * parsed again when it is another.
 */
export type ParseContent<T> = (row: ContentRow) => T;

/**
 * 'never-synced': nothing on the phone, and no server to ask. 'failed': nothing on the phone, and the server refused.
 * Both end by themselves once rows arrive.
 */
export type ContentStatus = 'loading' | 'ready' | 'never-synced' | 'failed';

export interface ContentQuery<T> {
  status: ContentStatus;
  /** By sort key; empty unless ready. */
  rows: T[];
  /** Asks the server again. */
  retry(): void;
}

export interface ContentItemQuery<T> {
  status: ContentStatus | 'missing';
  /** Null unless ready. */
  item: T | null;
  retry(): void;
}

/** All live rows of a kind, in their order. Rows that do not parse are left out, with a warning in the log. */
export function useContent<T>(kind: ContentKind, parse: ParseContent<T>): ContentQuery<T> {
  const { status, rows, retry } = useContentRows(kind, null);
  const parsed = useMemo(() => parseContent(rows, parse), [rows, parse]);
  return { status, rows: parsed, retry };
}

/**
 * All live rows of a kind, for a part that the page can do without: those that the page came with, then the phone's once
 * these are here. Nothing is started or asked for them, so that they hold up nothing.
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
): ContentItemQuery<T> {
  const { status, rows, retry } = useContentRows(kind, slugOrId);
  const item = useMemo(() => parseContent(rows, parse)[0], [rows, parse]);
  if (item !== undefined) return { status: 'ready', item, retry };
  return { status: status === 'ready' ? 'missing' : status, item: null, retry };
}

const NONE: ContentRow[] = [];

/** With a page that is prerendered or taken over: what is shown came with it. */
const UNREAD = { rows: NONE, usable: false, isRead: false };

interface Answer {
  about: string;
  rows: ContentRow[] | null;
  isUnreachable: boolean;
}

function useContentRows(kind: ContentKind, key: string | null) {
  const view = contentStore.view(kind, key);
  const local = useInTransition(view.subscribe, view.get, UNREAD);
  const online = useSyncStatus((status) => status.connection === 'online');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setAnswer((before) => (before?.rows ? before : null));
    setAttempt((count) => count + 1);
  }, []);

  const about = `${kind}/${key ?? ''}`;
  const kept = prerendered<ContentRow[]>('content', about);
  const brought = kept !== null;
  useEffect(() => {
    if (!brought) needSync().catch((error: unknown) => logger.warn('Syncing did not start', error));
  }, [brought]);

  // Of one row that is not here the server may know more: it may have come since this phone last heard.
  const isUnheard = local.usable && key !== null && local.rows.length === 0;
  const asksServer = local.isRead && online && (!local.usable || isUnheard);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!asksServer) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      if (brought) await pause(HEAD_START, signal);
      return signal.aborted ? [] : selectContent(kind, key, signal);
    };
    ask().then(
      (rows) => {
        if (!signal.aborted) setAnswer({ about, rows, isUnreachable: false });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        logger.info('Content from the server', error);
        const isUnreachable = error instanceof RestFailure && error.unreachable;
        setAnswer((before) =>
          before?.about === about && before.rows ? before : { about, rows: null, isUnreachable },
        );
      },
    );
    return () => controller.abort();
  }, [asksServer, kind, key, about, attempt, brought]);

  const remote = answer?.about === about ? answer : null;
  const rows = local.usable && !isUnheard ? local.rows : (remote?.rows ?? kept ?? NONE);
  if (isUnheard && online && !remote && !kept) return { status: 'loading' as const, rows, retry };
  return { status: kept ? ('ready' as const) : statusOf(local, remote, online), rows, retry };
}

function statusOf(
  local: { usable: boolean; isRead: boolean },
  remote: Answer | null,
  online: boolean,
): ContentStatus {
  if (local.usable || remote?.rows) return 'ready';
  if (!local.isRead) return 'loading';
  if (!online) return 'never-synced';
  if (!remote) return 'loading';
  return remote.isUnreachable ? 'never-synced' : 'failed';
}

/** The page was prerendered with rows of this kind: until something newer is known they stand. */
export function cameWithPage(kind: ContentKind): boolean {
  return prerendered('content', `${kind}/`) !== null;
}

/** What parses of the rows. */
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
