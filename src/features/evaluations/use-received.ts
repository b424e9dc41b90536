import { useState } from 'react';
import { logger } from '@/lib/logger';
import type { ListQuery, Retry } from '@/reads/query';
import { useAnswer } from '@/reads/use-answer';
import { useHidden } from '@/reads/use-hidden';
import { fetchReceived, type ReceivedEvaluation, type ReceivedPage } from './received';
import { blocksKey, keep, readKept } from './received-kept';

export type ReceivedQuery = ListQuery<ReceivedEvaluation, 'loading' | 'failed'> &
  Retry & {
    /** All evaluations, those of pages not read yet included. */
    total: number;
    /** The data comes from this device because the server did not answer. */
    isKept: boolean;
    more: 'none' | 'idle' | 'loading' | 'failed';
    loadMore(): void;
  };

interface Pages {
  /** The first page; later pages extend `all`. */
  first: ReceivedPage | null;
  all: ReceivedPage | null;
  /** Pages read so far. */
  read: number;
  more: 'idle' | 'loading' | 'failed';
}

/** First pages that are being read: the sentence in the cover and the list ask for the same. */
const reading = new Map<string, Promise<ReceivedPage>>();

function firstPage(personId: string, version: string, without: string): Promise<ReceivedPage> {
  const key = `${personId} ${version} ${without}`;
  const page =
    reading.get(key) ?? fetchReceived(personId, 1, without !== '').finally(() => reading.delete(key));
  reading.set(key, page);
  return page;
}

/**
 * The evaluations of one person, page by page, without those with a blocked person's name; read again when `version` (the
 * statistics) or the blocks change.
 */
export function useReceived(personId: string, version: string): ReceivedQuery {
  const without = blocksKey(useHidden());
  const { status, data, isKept, hasFailed, retry } = useAnswer({
    key: `${personId} ${without}`,
    ask: async (signal) => {
      const page = await firstPage(personId, version, without);
      if (!signal.aborted) keep(personId, page, without);
      return page;
    },
    kept: () => readKept(personId, without),
    version,
  });
  const [stored, setPages] = useState<Pages>({ first: null, all: null, read: 0, more: 'idle' });
  const pages: Pages = stored.first === data ? stored : { first: data, all: data, read: 1, more: 'idle' };
  const { all, read, more } = pages;

  const loadMore = () => {
    if (more === 'loading') return;
    const { first } = pages;
    setPages({ ...pages, more: 'loading' });
    // A reloaded first page starts a new list, so an answer for the old list is dropped.
    const change = (part: (now: Pages) => Partial<Pages>) =>
      setPages((now) => (now.first === first ? { ...now, ...part(now) } : now));
    fetchReceived(personId, read + 1, without !== '').then(
      (next) => change((now) => ({ all: joined(now.all, next), read: now.read + 1, more: 'idle' })),
      (error: unknown) => {
        logger.info('The next page of evaluations could not be read', error);
        change(() => ({ more: 'failed' }));
      },
    );
  };

  return {
    status,
    data: all?.items ?? [],
    total: all?.total ?? 0,
    isKept: isKept && hasFailed,
    more: all && all.pages > read ? more : 'none',
    loadMore,
    retry,
  };
}

/** Drops repeated rows: rows may have moved between the two requests. */
function joined(page: ReceivedPage | null, next: ReceivedPage): ReceivedPage {
  const known = new Set(page?.items.map(({ id }) => id));
  return { ...next, items: [...(page?.items ?? []), ...next.items.filter(({ id }) => !known.has(id))] };
}
