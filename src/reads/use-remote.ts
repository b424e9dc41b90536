import { startTransition, useEffect, useState } from 'react';
import { connection } from '@/lib/connection';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { SessionCache } from './session-cache';
import { useSyncStatus } from './sync-status';

export interface Remote<T> {
  /** 'idle' while nothing is wanted from the server; 'unavailable' where it was not reached, 'failed' where it refused. */
  status: 'idle' | 'loading' | 'ready' | 'unavailable' | 'failed';
  /** While loading: the answer to the same question before, else to the question before. */
  value: T | null;
  /** `value` answers this question: in this visit, though maybe before now. */
  isSame: boolean;
}

interface Answer<T> {
  key: string;
  attempt: string;
  /** Null if the server did not answer. */
  value: T | null;
  isUnreachable: boolean;
}

/** Answers of the server in this visit: a screen that asks the same again has them, whatever became of the signal. */
const answers = new SessionCache<unknown>(Number.POSITIVE_INFINITY, 60);

/** A question that is not to be asked now. */
const IDLE = { status: 'idle', value: null, isSame: false } as const;

/**
 * The answer that `ask` gets from the server for `key`, asked `delay` milliseconds after `key` last changed; a request
 * under way is aborted then. Asked again when the connection is back and when `attempt` changes. A null key asks nothing;
 * the same key on another screen is the same question.
 */
export function useRemote<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  { delay = 0, attempt = 0 }: { delay?: number; attempt?: number } = {},
): Remote<T> {
  const online = useSyncStatus((status) => status.connection === 'online');
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  // A server that does not answer is asked once more by a person's wish, and when it is back.
  const round = `${attempt}${online}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `ask` and `delay`
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    const settle = (value: T | null, isUnreachable = false) => {
      if (controller.signal.aborted) return;
      startTransition(() => setAnswer({ key, attempt: round, value, isUnreachable }));
    };
    const run = async () => {
      if (delay > 0) await pause(delay, controller.signal);
      if (controller.signal.aborted) return;
      try {
        const value = await ask(controller.signal);
        answers.set(key, value);
        settle(value);
      } catch (error) {
        if (!controller.signal.aborted) logger.info(`No answer from the server: ${key}`, error);
        settle(remembered<T>(key), error instanceof RestFailure && error.unreachable);
      }
    };
    void run();
    return () => controller.abort();
  }, [key, round]);

  if (key === null) return IDLE;
  if (answer?.key !== key) {
    const before = remembered<T>(key);
    return { status: 'loading', value: before ?? answer?.value ?? null, isSame: before !== null };
  }
  if (answer.value !== null) return { status: 'ready', value: answer.value, isSame: true };
  if (answer.attempt !== round && connection.get() === 'online') {
    return { status: 'loading', value: null, isSame: false };
  }
  return { status: answer.isUnreachable ? 'unavailable' : 'failed', value: null, isSame: false };
}

function remembered<T>(key: string): T | null {
  // The same key always asks for the same type.
  return answers.get(key) as T | null;
}
