import { startTransition, useEffect, useState } from 'react';
import { connection } from '@/lib/connection';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { useSyncStatus } from '@/reads/sync-status';
import { SessionCache } from './session-cache';

export interface Remote<T> {
  /** 'idle' while nothing is wanted from the server. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** While loading: the answer to the same question before, else to the question before. */
  value: T | null;
}

interface Answer<T> {
  key: string;
  attempt: string;
  /** Null if the server did not answer. */
  value: T | null;
}

/** What the server said in this visit: a screen that asks the same again has it, whatever became of the signal. */
const answers = new SessionCache<unknown>(Number.POSITIVE_INFINITY, 60);

/**
 * What `ask` gets from the server for `key`, asked `delay` milliseconds after `key` last changed; what is under way is
 * aborted then. Asked again when the connection is back and when `attempt` changes. A null key asks nothing; the same
 * key on another screen is the same question.
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
    const settle = (value: T | null) => {
      if (controller.signal.aborted) return;
      startTransition(() => setAnswer({ key, attempt: round, value }));
    };
    const fail = () => settle(said<T>(key));
    const run = async () => {
      if (delay > 0) await pause(delay, controller.signal);
      if (controller.signal.aborted) return;
      try {
        const value = await ask(controller.signal);
        answers.set(key, value);
        settle(value);
      } catch (error) {
        if (!controller.signal.aborted) logger.info('Server did not answer', error);
        fail();
      }
    };
    void run();
    return () => controller.abort();
  }, [key, round]);

  if (key === null) return { status: 'idle', value: null };
  if (answer?.key !== key) return { status: 'loading', value: said<T>(key) ?? answer?.value ?? null };
  if (answer.value !== null) return { status: 'ready', value: answer.value };
  if (answer.attempt !== round && connection.get() === 'online') return { status: 'loading', value: null };
  return { status: 'failed', value: null };
}

function said<T>(key: string): T | null {
  // Whoever asks by this key asks for the same.
  return answers.get(key) as T | null;
}
