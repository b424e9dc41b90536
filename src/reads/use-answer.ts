import { useCallback, useEffect, useState } from 'react';
import { logger } from '@/lib/logger';
import { useTakenOver } from '@/lib/use-taken-over';
import type { Query, Retry } from './query';
import { useSyncStatus } from './sync-status';

interface Question<T> {
  /** Identifies the question; null asks nothing. */
  key: string | null;
  ask(signal: AbortSignal): Promise<T>;
  /** Reads the last response from this phone; `ask` stores it there. */
  kept?(): T | null;
  /** A change asks the question again. */
  version?: string;
}

export type AnswerQuery<T> = Query<T, 'loading' | 'failed'> &
  Retry & {
    /** The data come from an earlier visit. */
    isKept: boolean;
    /** The server did not respond last time; the data stay. */
    hasFailed: boolean;
  };

interface State<T> {
  key: string | null;
  data: T | null;
  isKept: boolean;
  hasFailed: boolean;
}

/**
 * The server's response, requested with every visit and when the connection returns; until it arrives, the last one.
 * 'failed': this phone has none and the server did not respond.
 */
export function useAnswer<T>({ key, ask, kept, version = '' }: Question<T>): AnswerQuery<T> {
  // A prerendered page does not know the data that this phone keeps.
  const takenOver = useTakenOver();
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const [round, setRound] = useState(0);
  const begin = (): State<T> => {
    const data = key === null ? null : (kept?.() ?? null);
    return { key, data, isKept: data !== null, hasFailed: false };
  };
  const [stored, setState] = useState(() =>
    takenOver ? { key, data: null, isKept: false, hasFailed: false } : begin(),
  );
  // Never the response to another question.
  const { data, isKept, hasFailed } = stored.key === key ? stored : begin();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `ask`; version, round and connection repeat it
  useEffect(() => {
    if (key === null) return undefined;
    const controller = new AbortController();
    ask(controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return;
        setState({ key, data: answer, isKept: false, hasFailed: false });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        logger.info(`No response from the server: ${key}`, error);
        setState((now) => ({ ...(now.key === key && now.data !== null ? now : begin()), hasFailed: true }));
      },
    );
    return () => controller.abort();
  }, [key, version, round, online]);

  const retry = useCallback(() => {
    setState((now) => ({ ...now, hasFailed: false }));
    setRound((now) => now + 1);
  }, []);
  if (data !== null) return { status: 'ready', data, isKept, hasFailed, retry };
  return { status: hasFailed ? 'failed' : 'loading', data: null, isKept, hasFailed, retry };
}
