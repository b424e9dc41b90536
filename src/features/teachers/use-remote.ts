import { startTransition, useEffect, useState } from 'react';
import { connection } from '@/lib/connection';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { useSyncStatus } from '@/sync/status';

export interface Remote<T> {
  /** 'idle' while nothing is wanted from the server. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** While loading: the answer before. */
  value: T | null;
}

interface Answer<T> {
  key: string;
  attempt: string;
  value: T | null;
  failed: boolean;
}

/**
 * What `ask` gets from the server for `key`, asked `delay` milliseconds after `key` last changed; what is under way is
 * aborted then. Asked again when the connection is back and when `attempt` changes. A null key asks nothing.
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
    const settle = (value: T | null, failed: boolean) => {
      if (controller.signal.aborted) return;
      startTransition(() =>
        setAnswer((before) => ({
          key,
          attempt: round,
          value: failed && before?.key === key ? before.value : value,
          failed: failed && !(before?.key === key && before.value !== null),
        })),
      );
    };
    const run = async () => {
      if (delay > 0) await pause(delay, controller.signal);
      if (controller.signal.aborted) return;
      if (!navigator.onLine) return settle(null, true);
      try {
        settle(await ask(controller.signal), false);
      } catch (error) {
        if (!controller.signal.aborted) logger.info('Server did not answer', error);
        settle(null, true);
      }
    };
    void run();
    return () => controller.abort();
  }, [key, round]);

  if (key === null) return { status: 'idle', value: null };
  if (answer?.key !== key) return { status: 'loading', value: answer?.value ?? null };
  if (answer.value !== null) return { status: 'ready', value: answer.value };
  if (answer.attempt !== round && connection.get() === 'online') return { status: 'loading', value: null };
  return { status: 'failed', value: null };
}
