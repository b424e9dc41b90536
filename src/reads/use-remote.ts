import { startTransition, useEffect, useState } from 'react';
import { connection } from '@/lib/connection';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { SessionCache } from './session-cache';
import { useSyncStatus } from './sync-status';

export interface Remote<T> {
  /** 'idle' while there is no question; 'unavailable': the server was not reached; 'failed': it refused. */
  status: 'idle' | 'loading' | 'ready' | 'unavailable' | 'failed';
  /** While loading: an earlier response to the same question, else to the question before. */
  value: T | null;
  /** `value` is a response to this question from this visit, though maybe an earlier one. */
  isSame: boolean;
}

interface Answer<T> {
  key: string;
  attempt: string;
  /** Null if the server did not respond. */
  value: T | null;
  isUnreachable: boolean;
}

/** Responses of this visit: a screen that asks the same again has them, even offline. */
const answers = new SessionCache<unknown>(Number.POSITIVE_INFINITY, 60);

/** The result without a question. */
const IDLE = { status: 'idle', value: null, isSame: false } as const;

/**
 * The server's response from `ask` for `key`, requested `delay` milliseconds after `key` last changed; a pending
 * request is then aborted. Requested again when the connection returns and when `attempt` changes. A null key asks
 * nothing; the same key on another screen is the same question.
 */
export function useRemote<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  { delay = 0, attempt = 0 }: { delay?: number; attempt?: number } = {},
): Remote<T> {
  const online = useSyncStatus((status) => status.connection === 'online');
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  // A server that did not respond is asked again when a person wants it, and when the connection returns.
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
        if (!controller.signal.aborted) logger.info(`No response from the server: ${key}`, error);
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

/** The server's last response to this question in this visit; null if there was none. */
export function remembered<T>(key: string): T | null {
  // The same key always asks for the same type.
  return answers.get(key) as T | null;
}
