import { useCallback, useEffect, useRef, useState } from 'react';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { useTakenOver } from '@/lib/use-taken-over';
import { useSyncStatus } from '@/reads/sync-status';
import { fetchReceived, type ReceivedEvaluation, type ReceivedPage } from './received';
import { keep, readKept } from './received-kept';

export interface ReceivedQuery {
  /** 'failed': nothing is kept on this phone and the server did not answer. */
  status: 'loading' | 'ready' | 'failed';
  items: ReceivedEvaluation[];
  /** Shown from this phone, the server did not answer. */
  isKept: boolean;
  more: 'none' | 'idle' | 'loading' | 'failed';
  loadMore(): void;
  retry(): void;
}

interface State {
  page: ReceivedPage | null;
  /** Pages read so far. */
  read: number;
  isKept: boolean;
  failed: boolean;
  more: 'idle' | 'loading' | 'failed';
}

const NOTHING: State = { page: null, read: 0, isKept: false, failed: false, more: 'idle' };

const start = (personId: string): State => {
  const page = readKept(personId);
  return { page, read: page ? 1 : 0, isKept: page !== null, failed: false, more: 'idle' };
};

/** The evaluations of one person, page by page; read anew when `version` (the statistics) changes. */
export function useReceived(personId: string, version: string): ReceivedQuery {
  // A prerendered page knows of nothing that is kept here.
  const takenOver = useTakenOver();
  const [state, setState] = useState(() => (takenOver ? NOTHING : start(personId)));
  const [round, setRound] = useState(0);
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const pending = useRef<AbortController | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the statistics, a retry and the connection say when
  useEffect(() => {
    const controller = new AbortController();
    pending.current?.abort();
    pending.current = controller;
    fetchReceived(personId, 1, controller.signal).then(
      (page) => {
        if (controller.signal.aborted) return;
        keep(personId, page);
        setState({ page, read: 1, isKept: false, failed: false, more: 'idle' });
      },
      (error: unknown) => {
        if (gaveUp(error)) return;
        logger.info('Evaluations not read', error);
        setState((now) => ({ ...(now.page ? now : start(personId)), failed: true, more: 'idle' }));
      },
    );
    return () => controller.abort();
  }, [personId, version, round, online]);

  const loadMore = useCallback(() => {
    if (state.more === 'loading') return;
    const controller = new AbortController();
    pending.current = controller;
    setState((now) => ({ ...now, more: 'loading' }));
    fetchReceived(personId, state.read + 1, controller.signal).then(
      (next) => {
        if (controller.signal.aborted) return;
        setState((now) => ({ ...now, page: joined(now.page, next), read: now.read + 1, more: 'idle' }));
      },
      (error: unknown) => {
        if (!gaveUp(error)) setState((now) => ({ ...now, more: 'failed' }));
      },
    );
  }, [personId, state.more, state.read]);

  return {
    status: state.page ? 'ready' : state.failed ? 'failed' : 'loading',
    items: state.page?.items ?? [],
    isKept: state.isKept && state.failed,
    more: state.page && state.page.pages > state.read ? state.more : 'none',
    loadMore,
    retry: () => {
      setState((now) => ({ ...now, failed: false }));
      setRound((now) => now + 1);
    },
  };
}

/** Rows may have moved between two pages. */
function joined(page: ReceivedPage | null, next: ReceivedPage): ReceivedPage {
  const known = new Set(page?.items.map(({ id }) => id));
  return { ...next, items: [...(page?.items ?? []), ...next.items.filter(({ id }) => !known.has(id))] };
}

function gaveUp(error: unknown): boolean {
  return error instanceof RestFailure && error.kind === 'aborted';
}
